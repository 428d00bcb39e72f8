import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * A bare node:http server that sends predefined responses without any work, to compare with the Node host.
 * `node bare-server.ts FILE` reads the responses from a JSON file: [[path, headers, base64 of the body], …].
 */

const [, , file = ''] = process.argv;
const entries = JSON.parse(readFileSync(file, 'utf8')) as [
  path: string,
  headers: Record<string, string>,
  body: string,
][];
const responses = new Map(
  entries.map(([path, headers, body]) => [path, { headers, body: Buffer.from(body, 'base64') }]),
);

const server = createServer((request, response) => {
  const predefined = responses.get(request.url ?? '');
  response.writeHead(predefined ? 200 : 404, predefined?.headers).end(predefined?.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`at http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/\n`);
});
