import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ApiConnection } from './connection/api-connection.ts';
import { takeWorkerControl } from './connection/service-worker.ts';
import { ConsolePage } from './console/ConsolePage.tsx';
import './styles/tokens.css';
import './console/console.css';

const siteUrl = new URL('./', document.baseURI).href;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no element for the application');

// Nothing waits for the service worker: until it has control, the page handles requests itself.
if (import.meta.env.PROD) void takeWorkerControl(siteUrl);

createRoot(root).render(
  <StrictMode>
    <ConsolePage connection={new ApiConnection(siteUrl)} />
  </StrictMode>,
);
