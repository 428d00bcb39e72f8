/* Preloaded into a command under measurement: reports its peak memory when it ends, as the last line of standard error. */
process.on('exit', () => {
  const { maxRSS } = process.resourceUsage(); // kibibytes
  process.stderr.write(`\n{"peakMemoryInBytes":${maxRSS * 1024}}\n`);
});
