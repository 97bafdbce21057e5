// Generated from the version in Cargo.toml by `npm run types`; do not edit.

export const VERSION = "0.9.0";
