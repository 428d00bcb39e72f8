/* Preloaded into a measured command. Writes its peak memory to the last line of standard error when it exits. */
process.on('exit', () => {
  const { maxRSS } = process.resourceUsage(); // kibibytes
  process.stderr.write(`\n{"peakMemoryInBytes":${maxRSS * 1024}}\n`);
});
