# Amazon S3. Upload the hashed files first and the pages last, so that no page names a file that is not there yet.
# No `--delete`: the command itself removes hashed files after two releases, and open tabs need them until then.
aws s3 sync OUT s3://BUCKET/perf --exclude "*" --include "assets/*" --include "view/assets/*" \
  --cache-control "public, max-age=31536000, immutable"
aws s3 sync OUT s3://BUCKET/perf --exclude "assets/*" --exclude "view/assets/*" --cache-control "no-cache"

# S3 sends no other headers. In CloudFront, switch on "Compress objects automatically", create this policy and choose
# it as the response headers policy of the behaviour. `frame-ancestors` names the pages that may frame the viewer.
aws cloudfront create-response-headers-policy --response-headers-policy-config '{
  "Name": "diptych",
  "SecurityHeadersConfig": {
    "ContentTypeOptions": { "Override": true },
    "ContentSecurityPolicy": {
      "Override": true,
      "ContentSecurityPolicy": "'"{POLICY}"'"
    }
  }
}'
# Open the site as …/perf/index.html: S3 serves no index.html for a folder.
