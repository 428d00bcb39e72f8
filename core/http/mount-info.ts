/** Lists the mounts that a process sees. Linux only. */
export const mountInfoPath = '/proc/self/mountinfo';

/**
 * The mount points in the content of `mountInfoPath`: absolute paths without symbolic links. They are the fifth field
 * of each line, in which the kernel writes white space and backslashes as octal numbers (proc_pid_mountinfo(5)).
 */
export function mountPointsIn(mountInfo: string): string[] {
  return mountInfo
    .split('\n')
    .flatMap((line) => line.split(' ').slice(4, 5))
    .map((path) =>
      path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
    );
}
