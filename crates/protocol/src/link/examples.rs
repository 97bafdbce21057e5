//! Examples that every codec must hold to. The shell has them in its generated table.

/// Examples that every codec must agree on: a hash, and its text after it is read and written again.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("", ""),
    ("a=x.json&b=y.json", "a=x.json&b=y.json&v=1"),
    ("#a=https%3A%2F%2Fh%2Fa%3Fk%3D1%26l%3D2", "a=https://h/a%3Fk%3D1%26l%3D2&v=1"),
    ("v=1&pair.a=-5..1200&pair.apart=1", "v=1&pair.a=-5..1200&pair.apart=1"),
    ("v=1&range.b=7..9&range.a=0..1200&range.c=1..2", "v=1&range.a=0..1200&range.b=7..9&range.c=1..2"),
    ("v=1&theme=dark&desk=compare", "v=1&theme=dark"),
    (
        "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7",
        "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7",
    ),
    (
        "v=1&id=file%20%2Fx%2F%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&axis=chosen&at.a=-7&at.b=120&grey1=1",
        "v=1&axis=chosen&at.a=-7&at.b=120&id=file%20/x/%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&grey1=1",
    ),
    (
        "v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b",
        "v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b",
    ),
    ("v=1&tau=many&sim=best&at.a=9007199254740992&at.b=1.5", ""),
    ("v=1&pair.a=9..3&sel=c,1,1,1,1&pair.sa=-4&pair.apart=yes&theme=pink", ""),
    ("v=7&theme=light&unknown=1", "v=1&theme=light&unknown=1"),
    ("a=na%C3%AFve%20%f0%9f%8e%89%zz.json", "a=na%C3%AFve%20%F0%9F%8E%89%25zz.json&v=1"),
    ("v=1&pair.a=0..9007199254740992", ""),
    ("v=1&pair.a=+1..5", ""),
    ("v=1&sel=function,a%7E1b,&theme=dark", "v=1&theme=dark&sel=function,a~1b,"),
    ("v=1&sel=function,a~2,&q=x", "v=1&q=x"),
    ("v=1&q=file%3Anodes%20-walk&pair.fa=3,1,4&pair.fb=x", "v=1&q=file:nodes%20-walk&pair.fa=3,1,4"),
    // Split at the first `=`; the last value wins, and unknown keys are written again.
    ("q=a=b&x%20y=1&x%20y=2&w", "v=1&q=a%3Db&x%20y=2"),
    // Notes with line breaks, places of later versions, and no notes at all.
    ("note=a~1%20b~2c,function,f,x.c%0Ad,poem,x", "v=1&note=a~1%20b~2c,function,f,x.c%0Ad,poem,x"),
    ("note=&q=x", "v=1&q=x&note="),
    ("note=no%20place", "v=1&note=no%20place,"),
    // Runs, names, fingerprints, layout and lock.
    (
        "lock=1&mode=embed&a=1.json&b=msg&a=local:5,0123456789abcdef,x%20y.json&na=old&nb=&hash.a=00ff",
        "a=1.json&a=local:5,0123456789abcdef,x%20y.json&b=msg&v=1&na=old&nb=&hash.a=00ff&mode=embed&lock=1",
    ),
    ("mode=frame&lock=0", ""),
    (
        "a=data:application/json,%5B%5D&a=t.zip%23member",
        "a=data:application/json,%5B%5D&a=t.zip%23member&v=1",
    ),
    // Keys of other viewers.
    ("profileURL=https%3A%2F%2Fh%2F1&title=one&profileURL=2.json", "a=https://h/1&b=2.json&v=1&na=one"),
    ("#!/viewer?url=https%3A%2F%2Fh%2Ft&visStart=5&visEnd=9", "a=https://h/t&v=1"),
    ("?profiles%5B%5D=1.json&profiles[]=2.json", "a=1.json&b=2.json&v=1"),
    (
        "profiles[]=https%3A%2F%2Fprofiler.firefox.com%2Ffrom-url%2Fhttps%253A%252F%252Fh%252Fp.json%2Fcalltree%2F",
        "a=https://h/p.json&v=1",
    ),
    (
        "profiles[]=https%3A%2F%2Fprofiler.firefox.com%2Fpublic%2Fx1y2%2Fcalltree%2F%3Fv%3D10",
        "a=https://storage.googleapis.com/profile-store/x1y2&v=1",
    ),
    ("a=own.json&profileURL=theirs.json&title=theirs", "a=own.json&v=1"),
];

/// Lanes of the lane examples, on both sides: names and the rows of the lanes that contain them.
pub const LANE_EXAMPLE_LANES: &[(&str, Option<u32>)] =
    &[("main", None), ("pool", None), ("w", Some(1)), ("w", Some(1)), ("a/b, ~\u{fc}", Some(1)), ("3", None)];

/// Examples of values that name lanes: a hash, its text while no side is open, and its text once both have
/// [`LANE_EXAMPLE_LANES`].
pub const LANE_EXAMPLES: &[(&str, &str, &str)] = &[
    ("v=1&pair.fa=3,1&pair.fb=0", "v=1&pair.fa=3,1&pair.fb=0", "v=1&pair.fa=/pool/w~n2,/pool&pair.fb=/main"),
    ("pair.ha=/pool/w,/gone&pair.hb=/gone", "v=1&pair.ha=/pool/w,/gone&pair.hb=/gone", "v=1&pair.ha=/pool/w"),
    ("w.la=/3&w.lb=5", "v=1&w.la=/3&w.lb=5", "v=1&w.la=/3&w.lb=/3"),
    ("lp=0,4294967295,2,1,99,0", "v=1&lp=0,4294967295,2,1,99,0", "v=1&lp=/main,-,/pool/w,/pool"),
    ("lp=/main,-,-,/gone,/pool,/3", "v=1&lp=/main,-,-,/gone,/pool,/3", "v=1&lp=/main,-,/pool,/3"),
    ("fuse.la=2&fuse.lb=/main", "v=1&fuse.la=2&fuse.lb=/main", "v=1&fuse.la=/pool&fuse.lb=/main"),
    (
        "sel=b,120,7,3,/pool/a~2b~1%20~0%C3%BC",
        "v=1&sel=b,120,7,3,/pool/a~2b~1%20~0%C3%BC",
        "v=1&sel=b,120,7,3,/pool/a~2b~1%20~0%C3%BC",
    ),
    ("sel=a,120,7,3,2", "v=1&sel=a,120,7,3,2", "v=1&sel=a,120,7,3,/pool/w"),
    (
        "sel=match,1,2,3,0,5,6,7,4",
        "v=1&sel=match,1,2,3,0,5,6,7,4",
        "v=1&sel=match,1,2,3,/main,5,6,7,/pool/a~2b~1%20~0%C3%BC",
    ),
    ("sel=lane,b,/pool", "v=1&sel=lane,b,/pool", "v=1&sel=lane,b,/pool"),
    (
        "sr.mark=area,a,/pool,3,2,-1,9",
        "v=1&sr.mark=area,a,/pool,3,2,-1,9",
        "v=1&sr.mark=area,a,/pool,/pool/w~n2,2,-1,9",
    ),
    ("sel=a,1,2,3,/gone&q=x", "v=1&sel=a,1,2,3,/gone&q=x", "v=1&q=x"),
    ("pair.fa=x&lp=-,1,,2&sel=lane,b,&fuse.la=-1", "", ""),
    (
        "sel=function,/main,3&pair.steps=0,2",
        "v=1&sel=function,/main,3&pair.steps=0,2",
        "v=1&sel=function,/main,3&pair.steps=0,2",
    ),
];

/// Packed rules and their text. Blank for a value that is damaged.
pub const UNPACKED_EXAMPLES: &[(&str, &str)] = &[
    ("z:y0vMTQUA", "name"),
    ("z:K0rNS8xNVUg4vCdBwdYOSM9XUFMwTAAA", "rename `ü` => `ß & 1`"),
    (
        "z:y09LU8hLzE1VSLDR07JL4MofYD4A",
        "off name `<.*>`\noff name `<.*>`\noff name `<.*>`\noff name `<.*>`\noff name `<.*>`\noff name `<.*>`\noff name `<.*>`\noff name `<.*>`\noff name `<.*>`\n",
    ),
    ("z:q7LKS8xNBQA", "z:name"),
    ("z:", ""),
    ("z:!!", ""),
    ("z:AAAA", ""),
];
