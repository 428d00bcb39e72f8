import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fromRoot } from '../support/repository.ts';
import { canMakeDebian, installDebian } from './booted-debian.ts';

/*
 * Runs the README's two commands as a newcomer would, on a machine that has nothing they could depend on by accident: a
 * minimal Debian into which only Node is copied, without fonts, browsers, Python and Git, with an empty temporary
 * directory, as an unprivileged user. Only `npm ci` has a network.
 */
const user = 'newcomer';
const home = `/home/${user}`;
/** Certificates that this machine trusts in addition to those of Node. */
const extraCertificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
const certificates = '/etc/certificates-of-host.pem';

/** The README's commands, each of which begins with `npm ci`. */
function commandsOfReadme(): string[] {
  const commands = [...readFileSync(fromRoot('README.md'), 'utf8').matchAll(/^npm ci && (npm \w+)$/gm)];
  return commands.map(([, command = '']) => command);
}

/** Runs a shell script inside the system as the user, prints what it prints, and returns its exit code. */
async function run(root: string, network: 'registry' | 'none', script: string): Promise<number> {
  const enter = `
    ${network === 'none' ? 'ip link set lo up' : ''}
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    mount -t tmpfs tmpfs "$0/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"
    exec chroot "$0" setpriv --reuid=${user} --regid=${user} --clear-groups \
      env -i PATH=/usr/bin:/bin HOME=${home} CI=true npm_config_registry="$1" ${extraCertificates && `NODE_EXTRA_CA_CERTS=${certificates}`} \
      sh -ec "cd ${home}/coastwatch; $2"`;
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(network === 'none' ? ['--net'] : [])];
  const child = spawn('unshare', [...namespaces, 'bash', '-euc', enter, root, registry, script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? 1;
}

/** Prints what is installed, and fails if the system has anything that a bare machine lacks. */
const inventory = `
  . /etc/os-release
  echo "$PRETTY_NAME, $(dpkg-query --show | wc -l) packages, $(nproc) processors, $(grep MemTotal /proc/meminfo)"
  echo "User: $(id). Node $(node --version), npm $(npm --version)."
  echo "Temporary directory: $(ls -A /tmp | wc -l) files. In ${home}: $(ls -A ${home} | tr '\\n' ' ')"
  found=$(find / -xdev \\( -name '*.ttf' -o -name '*.otf' -o -name '*.pfb' -o -name fonts.conf \\) 2> /dev/null || true)
  for program in chromium google-chrome firefox python3 git curl fc-list gcc nginx caddy; do
    found="$found$(command -v $program || true)"
  done
  echo "Fonts, browsers, Python and other programs: \${found:-none}"
  test -z "$found" && test -z "$(ls -A /tmp)" && test "$(id -u)" != 0`;

/** Starts the service, and requests the page and the API. Input that cannot be read is refused. */
const start = (command: string): string => `
  ${command} -- --port 0 > start.log 2>&1 &
  for attempt in $(seq 120); do
    address=$(grep -oE 'http://127.0.0.1:[0-9]+/' start.log | tail -n 1)
    test -n "$address" && break
    sleep 1
  done
  node --input-type=module -e "
    const [page, list] = await Promise.all([fetch('$address'), fetch('$address' + 'webapi/v1/RawData?pageNumber=1&pageSize=3')]);
    const { PagedItems } = await list.json();
    if (!(await page.text()).includes('Coastwatch') || PagedItems.length !== 3) throw new Error('unexpected responses');
    console.log('$address serves the page and records ' + PagedItems.map(({ RawDataId }) => RawDataId));
  " || { cat start.log; exit 1; }
  if ${command} -- --port 0 --coastal-features README.md --raw-data missing.csv > wrong-input.log 2>&1; then
    echo 'Input that cannot be read was accepted.'; exit 1
  fi
  grep -q missing.csv wrong-input.log`;

if (!canMakeDebian()) {
  console.warn('NO ROOT, DEBOOTSTRAP OR NAMESPACES: the commands of the README on a bare machine are SKIPPED');
} else {
  const directory = mkdtempSync(join(tmpdir(), 'coastwatch-bare-'));
  try {
    const root = join(directory, 'root');
    installDebian(root, ['--variant=minbase']);
    copyFileSync(process.execPath, join(root, 'usr/bin/node'));
    const globalPackages = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
    mkdirSync(join(root, 'usr/lib/node_modules'), { recursive: true });
    cpSync(join(globalPackages, 'npm'), join(root, 'usr/lib/node_modules/npm'), { recursive: true });
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name));
    if (extraCertificates !== '') {
      copyFileSync(extraCertificates, root + certificates);
      chmodSync(root + certificates, 0o644);
    }
    execFileSync('chroot', [root, 'useradd', '--create-home', user]);
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', fromRoot('.'), `${root}${home}/coastwatch`]);
    execFileSync('chroot', [root, 'chown', '-R', `${user}:${user}`, home]);

    const steps: (readonly [string, 'registry' | 'none', string])[] = [
      ['inventory', 'none', inventory],
      ['npm ci', 'registry', 'npm ci'],
    ];
    for (const command of commandsOfReadme())
      steps.push([command, 'none', command === 'npm start' ? start(command) : command]);
    for (const [title, network, script] of steps) {
      console.log(`\nOn a bare machine: ${title}`);
      const status = await run(root, network, script);
      console.log(`On a bare machine: ${title} ${status === 0 ? 'passed' : `FAILED with exit code ${status}`}`);
      if (status !== 0) process.exitCode = 1;
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
