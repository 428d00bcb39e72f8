/* Loaded ahead of a command under measurement: tells its peak memory when it ends, as the last line of its errors. */
process.on('exit', () => {
  const { maxRSS } = process.resourceUsage(); // kibibytes
  process.stderr.write(`\n{"peakMemoryInBytes":${maxRSS * 1024}}\n`);
});
