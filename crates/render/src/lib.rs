//! Scene into passes, passes into WebGPU or WebGL2.
