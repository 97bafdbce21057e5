//! Families of names of two vendors: `cudaMemcpy` is `hipMemcpy` on another machine.

use super::rules::{Field, Origin, Rule, RuleKind};
use regex_lite::Regex;

/// Prefixes of names that do the same on machines of different vendors. The first is the one that the rule writes.
const FAMILIES: &[&[&str]] = &[
    &["cuda", "hip"],
    &["nccl", "rccl"],
    &["cudnn", "miopen"],
    &["cublasLt", "hipblasLt", "hipblaslt"],
    &["cublas", "hipblas", "rocblas"],
    &["cufft", "hipfft", "rocfft"],
    &["curand", "hiprand", "rocrand"],
    &["cusolver", "hipsolver", "rocsolver"],
    &["cusparse", "hipsparse", "rocsparse"],
    &["nvrtc", "hiprtc"],
    &["nvtx", "roctx"],
    // The driver's interface, such as `cuMemAlloc`. It comes last, as its prefix begins many of the others.
    &["cu", "hip"],
];

/// A family with the rule that makes its names equal.
#[derive(Debug, Clone)]
pub(super) struct Family {
    pub(super) prefixes: &'static [&'static str],
    regex: Regex,
    pattern: String,
}

impl Family {
    /// Returns all families.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        FAMILIES.iter().filter_map(|&prefixes| {
            // A capital or an underscore follows the prefix, as in `cudaMemcpy` and `ncclDevKernel_AllReduce`.
            let pattern = format!(r"\b(?:{})([A-Z_])", prefixes.join("|"));
            let regex = Regex::new(&pattern).ok()?;
            Some(Self { prefixes, regex, pattern })
        })
    }

    /// Returns a name as the rule writes it, and the prefix that it has. Returns `None` for a name outside the family.
    pub(super) fn written(&self, name: &str) -> Option<(String, &'static str)> {
        let found = self.regex.find(name)?.as_str();
        let prefix = self
            .prefixes
            .iter()
            .copied()
            .filter(|prefix| found.starts_with(prefix))
            .max_by_key(|of| of.len())?;
        let written = self.regex.replace_all(name, self.replacement().as_str()).into_owned();
        Some((written, prefix))
    }

    /// Returns the rule between two prefixes of the family.
    pub(super) fn rule(&self, between: [&str; 2]) -> Rule {
        Rule {
            name: format!("Vendors: {}* and {}*", between[0].min(between[1]), between[0].max(between[1])),
            on: Field::Name,
            kind: RuleKind::Pattern,
            pattern: self.pattern.clone(),
            replacement: self.replacement(),
            enabled: true,
            origin: Origin::User,
        }
    }

    fn replacement(&self) -> String {
        format!("{}$1", self.prefixes[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_write_one_prefix() {
        let of = |name: &str| {
            Family::all()
                .find_map(|family| family.written(name))
                .map(|(written, prefix)| format!("{written} {prefix}"))
        };
        assert_eq!(of("hipMemcpyAsync").as_deref(), Some("cudaMemcpyAsync hip"));
        assert_eq!(of("rcclGenericKernel").as_deref(), Some("ncclGenericKernel rccl"));
        assert_eq!(of("miopenConvolutionForward").as_deref(), Some("cudnnConvolutionForward miopen"));
        assert_eq!(of("hipblasLtMatmul").as_deref(), Some("cublasLtMatmul hipblasLt"));
        assert_eq!(of("hipster"), None);
        assert_eq!(of("shipHip"), None);
    }
}
