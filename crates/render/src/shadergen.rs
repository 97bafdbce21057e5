//! From WGSL to GLSL ES 300 through naga: the content of `shaders/generated/`.
//!
//! This is the only module that uses naga. `xtask` writes [`generated_files`]; a test compares them with the files that
//! are checked in.

use naga::back::glsl;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::Pipeline;

/// Reason why a shader cannot be translated to GLSL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShaderError {
    /// Pipeline of the shader.
    pub pipeline: Pipeline,
    /// Message of naga, with the position in the joined source.
    pub message: String,
}

impl std::fmt::Display for ShaderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "shader {}: {}", self.pipeline.name(), self.message)
    }
}

impl std::error::Error for ShaderError {}

/// A parsed and validated shader.
#[derive(Debug)]
pub struct Shader {
    /// Types, constants, globals, functions and entry points.
    pub module: naga::Module,
    /// Results of the validation.
    pub info: ModuleInfo,
}

/// Parses and validates a pipeline's WGSL.
pub fn validate(pipeline: Pipeline) -> Result<Shader, ShaderError> {
    let source = pipeline.wgsl();
    let failed = |message| ShaderError { pipeline, message };
    let module = naga::front::wgsl::parse_str(source).map_err(|err| failed(err.emit_to_string(source)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|err| failed(err.emit_to_string(source)))?;
    Ok(Shader { module, info })
}

/// Translates one stage of a validated shader to GLSL ES 300.
pub fn glsl(pipeline: Pipeline, shader: &Shader, stage: naga::ShaderStage) -> Result<String, ShaderError> {
    let suffix = if stage == naga::ShaderStage::Vertex { "vertex" } else { "fragment" };
    let options = glsl::Options {
        version: glsl::Version::new_gles(300),
        // Clip space has y up on both. A uniform says from which side rows are counted.
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    let entry = glsl::PipelineOptions {
        shader_stage: stage,
        entry_point: format!("{}_{suffix}", pipeline.name()),
        multiview: None,
    };
    let failed = |err: glsl::Error| ShaderError { pipeline, message: err.to_string() };
    let mut text = String::new();
    let policies = naga::proc::BoundsCheckPolicies::default();
    glsl::Writer::new(&mut text, &shader.module, &shader.info, &options, &entry, policies)
        .and_then(|mut writer| writer.write())
        .map_err(failed)?;
    Ok(text)
}

/// Returns names and contents of all files of `shaders/generated/`, in a fixed order.
pub fn generated_files() -> Result<Vec<(String, String)>, ShaderError> {
    let mut files = Vec::new();
    for pipeline in Pipeline::ALL {
        let shader = validate(pipeline)?;
        for (stage, suffix) in [(naga::ShaderStage::Vertex, "vert"), (naga::ShaderStage::Fragment, "frag")] {
            files.push((format!("{}.{suffix}.glsl", pipeline.name()), glsl(pipeline, &shader, stage)?));
        }
    }
    Ok(files)
}
