//! The `aqm` command.

mod commands;
mod failure;
mod files;
mod input;
mod names;
mod output;
mod parquet_table;
mod progress;
mod startup;
mod stdout;

use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
use clap::{Parser, Subcommand};
use failure::Failure;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Simulates active queue management at one bottleneck, packet by packet.
///
/// Exit codes: 0 success; 1 a scenario or plan has problems, a row of a replay differs, or a script
/// fails; 2 wrong usage; 3 a file or standard output cannot be read or written, a trace is malformed,
/// or a generated file is stale. docs/command.md describes the output of each command.
#[derive(Parser)]
#[command(name = "aqm", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario and print a summary of each lane.
    Run(commands::run::Options),
    /// Check scenarios, plans, papers and stories, and print every problem with its place.
    Check(commands::check::Options),
    /// Run scenarios and print a digest of each lane. Equal runs have equal digests.
    Digest(commands::digest::Options),
    /// Print the scenario of a link, check that its run comes out again, or make a link of a scenario.
    Open(commands::open::Options),
    /// Write a script that runs a scenario elsewhere: with tc, NeST, ns-3, Mininet or Flent.
    Export(commands::export::Options),
    /// Run a plan, or a scenario with every combination of given values and seeds, on all cores.
    Sweep(commands::sweep::Options),
    /// Compute every number of stories, and compare it with its bounds.
    Story(commands::story::Options),
    /// Grade the hand-ins of a challenge: compute each again with seeds that the students have not seen.
    Grade(commands::grade::Options),
    /// Replay a recorded decision trace of the Linux kernel and compare each row.
    Replay(commands::replay::Options),
    /// Run packetdrill scripts (the sender tests of Linux) against the simulated sender.
    Packetdrill(commands::packetdrill::Options),
    /// Run published experiments and print their results beside the papers' numbers.
    Reproduce(commands::reproduce::Options),
    /// Run a scenario with the TCP of this Linux kernel in real time, and compare it with the simulation.
    Testbed(commands::testbed::Options),
    /// Compute the results of validation, and render docs/validation from them.
    Validate(commands::validate::Options),
    /// Convert a recorded trace of a link's rate into a schedule for a scenario.
    ImportTrace(commands::import_trace::Options),
    /// Describe the parameters of scenarios.
    Parameters(commands::parameters::Options),
    /// Write the files that are generated from the scenario format, the scenarios and the experiments of papers.
    Generate(commands::generate::Options),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Without a command: the help, and exit code 2.
        Err(error) if error.kind() == DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        Err(error) if error.use_stderr() => return ended(Err(wrong_usage(&error))),
        Err(help) => return ended(print_help(&help)),
    };
    ended(run(&arguments))
}

/// Returns the failure of arguments that cannot be read, on one line as every other message.
fn wrong_usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let is_said = |line: &&str| {
        !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information")
    };
    let said: Vec<&str> = text.lines().map(str::trim).filter(is_said).collect();
    let said = said.join(" ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    Failure::Usage(format!("{said}; --help lists what is accepted"))
}

/// Prints what `--help` and `--version` ask for.
fn print_help(help: &clap::Error) -> Result<(), Failure> {
    let mut out = stdout::stdout();
    write!(out, "{}", help.render())?;
    Ok(out.flush()?)
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = stdout::stdout();
    let result = match &arguments.command {
        Command::Run(options) => commands::run::run(options, &mut out),
        Command::Check(options) => commands::check::run(options, &mut out),
        Command::Digest(options) => commands::digest::run(options, &mut out),
        Command::Open(options) => commands::open::run(options, &mut out),
        Command::Export(options) => commands::export::run(options, &mut out),
        Command::Sweep(options) => commands::sweep::run(options, &mut out),
        Command::Story(options) => commands::story::run(options, &mut out),
        Command::Grade(options) => commands::grade::run(options, &mut out),
        Command::Replay(options) => commands::replay::run(options, &mut out),
        Command::Packetdrill(options) => commands::packetdrill::run(options, &mut out),
        Command::Reproduce(options) => commands::reproduce::run(options, &mut out),
        Command::Testbed(options) => commands::testbed::run(options, &mut out),
        Command::Validate(options) => commands::validate::run(options, &mut out),
        Command::ImportTrace(options) => commands::import_trace::run(options, &mut out),
        Command::Parameters(options) => commands::parameters::run(options, &mut out),
        Command::Generate(options) => commands::generate::run(options, &mut out),
    };
    // Output from before a failure is printed too.
    let flushed = out.flush().map_err(Failure::from);
    match result {
        // The output was to have the details.
        Err(Failure::Finding) => flushed.and(Err(Failure::Finding)),
        other => other.and(flushed),
    }
}

fn ended(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(&mut io::stderr().lock());
            failure.exit_code()
        }
    }
}
