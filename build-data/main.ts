import { buildData } from './build.ts';
import { readCommandOptions, usage, UsageError, type CommandOptions } from './options.ts';
import { formatBuildReport } from './report/build-report.ts';
import { formatFindings } from './report/format-findings.ts';
import { createProgress } from './report/progress.ts';
import { OutputError } from './publish/output-error.ts';

const defaultSiteUrl = 'http://localhost:8080/';
/** Exit codes: the data was refused or could not be written; the command line was not understood. */
const refused = 1;
const misused = 2;

async function run(options: CommandOptions): Promise<number> {
  const started = performance.now();
  const result = await buildData({
    ...options,
    siteUrl: options.siteUrl ?? defaultSiteUrl,
    builtAt: new Date().toISOString(),
    progress: createProgress(process.stderr),
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  const findings = formatFindings(result.findings);
  if (result.kind === 'refused') {
    process.stderr.write(`${findings}\nNothing was written to ${options.outputDirectory}.\n`);
    return refused;
  }
  if (findings !== '') process.stderr.write(`${findings}\n`);
  for (const warning of result.site.warnings) process.stderr.write(`Warning: ${warning}\n`);
  const report = formatBuildReport({
    manifest: result.manifest,
    site: result.site,
    outputDirectory: options.outputDirectory,
    durationInMilliseconds: performance.now() - started,
    siteUrlGiven: options.siteUrl !== undefined,
    explorerIncluded: options.explorerDirectory !== undefined,
  });
  process.stdout.write(`${report}\n`);
  return 0;
}

try {
  const options = readCommandOptions(process.argv.slice(2));
  if (options) process.exitCode = await run(options);
  else process.stdout.write(`${usage}\n`);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exitCode = misused;
  } else if (error instanceof OutputError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = refused;
  } else {
    throw error;
  }
}
