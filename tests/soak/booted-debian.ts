import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { runToEnd, type FinishedProcess } from '../support/run-node.ts';
import { fromRoot } from '../support/repository.ts';

/** The release whose packages contain a version of Node that the project supports. */
const release = 'trixie';
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether this machine can create, enter and boot a Debian system: needs root, and a kernel with namespaces and mounts. */
export function canMakeDebian(): boolean {
  if (process.getuid?.() !== 0 || !['debootstrap', 'unshare', 'nsenter', 'ip'].every(isInstalled)) return false;
  try {
    execFileSync('unshare', ['--mount', '--net', '--cgroup', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Installs a minimal Debian into a directory, from the mirror that this machine's apt-get uses. */
export function installDebian(root: string, options: readonly string[]): void {
  const mirror = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
    .toString()
    .split('\n')[0];
  execFileSync('debootstrap', [...options, release, root, mirror ?? ''], { stdio: 'pipe' });
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
}

/** A minimal Debian system with systemd in a directory. Install packages before booting it. Commands run as root. */
export class BootedDebian {
  readonly root: string;
  #boot: ChildProcess | undefined;
  #initProcessId: string | undefined;

  private constructor(root: string) {
    this.root = root;
  }

  /** The process id that the Debian system's process 1 has on this machine. Throws before the boot. */
  get initProcessId(): string {
    if (this.#initProcessId === undefined) throw new Error('Debian is not booted: call boot() first');
    return this.#initProcessId;
  }

  /** Installs a Debian with systemd into a directory. */
  static make(root: string): BootedDebian {
    installDebian(root, ['--include=ca-certificates,systemd,systemd-sysv,dbus']);
    return new BootedDebian(root);
  }

  /** Runs a shell script inside. Before the boot, the script can use this machine's network. */
  async run(script: string): Promise<FinishedProcess> {
    const environment = { PATH: path, HOME: '/root', LANG: 'C.UTF-8', TERM: 'dumb', ...this.#certificateVariables() };
    const enter =
      this.#initProcessId === undefined
        ? ['chroot', this.root]
        : ['nsenter', '-t', this.#initProcessId, '-m', '-p', '-n', '-u', '-i', '-C', '--'];
    const child = spawn(enter[0] ?? '', [...enter.slice(1), 'bash', '-c', script], { env: environment });
    child.stdin.end();
    return runToEnd(child);
  }

  /** Starts systemd as process 1, with only a loopback network, and waits until it has finished booting. */
  async boot(): Promise<void> {
    const script = fromRoot('tests/soak/boot-debian.sh');
    this.#boot = spawn('bash', [script, this.root, '/sbin/init'], { stdio: 'ignore' });
    for (let attempt = 0; attempt < 120; attempt++) {
      await wait(500);
      if (this.#boot.exitCode !== null) throw new Error(`${script} ended with ${this.#boot.exitCode}`);
      this.#initProcessId ??= this.#findInitProcessId();
      if (this.#initProcessId === undefined) continue;
      const { stdout } = await this.run('systemctl is-system-running');
      // "degraded" is due to units such as the console, which has no terminal here.
      if (/^(?:running|degraded)/.test(stdout)) return;
    }
    throw new Error('systemd did not finish booting within a minute');
  }

  /** The process id that the Debian system's process 1 has on this machine; undefined until it runs systemd. */
  #findInitProcessId(): string | undefined {
    const parent = String(this.#boot?.pid);
    const child = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')[0] ?? '';
    const isSystemd =
      child !== '' &&
      /^(?:\/sbin\/init|systemd)$/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0')[0] ?? '');
    return isSystemd ? child : undefined;
  }

  /** Copies the additional certificates that this machine trusts, and returns the variable that makes Node use them. */
  #certificateVariables(): Record<string, string> {
    const extra = process.env['NODE_EXTRA_CA_CERTS'];
    if (extra === undefined || !existsSync(extra)) return {};
    const inside = '/etc/ssl/host-certificates.pem';
    if (this.#initProcessId === undefined && !existsSync(this.root + inside)) {
      copyFileSync(extra, this.root + inside);
      chmodSync(this.root + inside, 0o644);
    }
    return { NODE_EXTRA_CA_CERTS: inside };
  }

  async stop(): Promise<void> {
    if (this.#boot && this.#boot.exitCode === null) {
      const ended = once(this.#boot, 'close');
      this.#boot.kill('SIGKILL');
      await ended;
    }
    await rm(dirname(this.root), { recursive: true, force: true });
  }
}
