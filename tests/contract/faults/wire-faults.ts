import type { MetByFault, WireFault } from './misbehaving-host.ts';
import { damages } from './damages.ts';

const html = '<!doctype html><title>Not found</title>';

function sendInstead({ response, headers }: MetByFault, bytes: Uint8Array): void {
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
}

/** Begins as a healthy host would, and sends the first half. */
function sendHalf({ response, headers, bytes }: MetByFault): void {
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length });
  response.write(bytes.subarray(0, bytes.length >>> 1));
}

/** What a host can do to a request, on the wire. */
export const wireFaults: Readonly<Record<string, WireFault>> = {
  ...Object.fromEntries(
    Object.entries(damages).map(([name, damage]): [string, WireFault] => [
      name,
      (met) => {
        sendInstead(met, damage(Uint8Array.from(met.bytes), Uint8Array.from(met.others)));
      },
    ]),
  ),
  'is missing': ({ response }) => response.writeHead(404, { 'Content-Type': 'text/html' }).end(html),
  'meets a host in trouble': ({ response }) => response.writeHead(500).end(),
  'is a page said to be one': ({ response }) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  'is reset at once': ({ response }) => response.socket?.resetAndDestroy(),
  'is reset in the middle': (met) => {
    sendHalf(met);
    setTimeout(() => met.response.socket?.resetAndDestroy(), 5);
  },
  'ends before its length': (met) => {
    sendHalf(met);
    setTimeout(() => met.response.socket?.end(), 5);
  },
  'is longer than its length says': ({ response, headers, bytes }) => {
    const head = Object.entries({ ...headers, 'Content-Length': bytes.length >>> 1 });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    response.socket?.write(`HTTP/1.1 200 OK\r\n${lines}\r\n`);
    response.socket?.end(bytes);
  },
  'hangs before it begins': () => undefined,
  'hangs in the middle': sendHalf,
  'drips a byte a second': ({ response, headers, bytes }) => {
    response.writeHead(200, { ...headers, 'Content-Length': bytes.length });
    let sent = 0;
    const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1000);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
  'never ends': ({ response, headers }) => {
    response.writeHead(200, headers);
    const piece = new Uint8Array(16_384);
    const timer = setInterval(() => response.write(piece), 1);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
};
