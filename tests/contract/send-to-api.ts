import { type ApiContext, handleApiRequest } from '../../core/api/handle-request.ts';
import type { ApiRequest, ApiResponse } from '../../core/api/responses.ts';

/** Sends a request to the handler, by default with GET. Throws an Error if `path` is not a path of the API. */
export async function sendToApi(
  context: ApiContext,
  path: string,
  { method = 'GET', ifNoneMatch = null }: Partial<ApiRequest> = {},
): Promise<ApiResponse> {
  const response = await handleApiRequest({ method, url: `https://data.example.org${path}`, ifNoneMatch }, context);
  if (!response) throw new Error(`${path} is not a path of the API`);
  return response;
}

export async function bodyText({ body }: ApiResponse): Promise<string> {
  if (body === null) return '';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
