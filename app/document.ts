/* Entry script of the documentation pages. Their text is in the HTML; this adds what needs a script. */
import { addCopyButtons, addSendButtons, keepPage, nameThisSite, siteUrlOf } from './documents/enhance-page.ts';
import './styles/tokens.css';
import './styles/buttons.css';
import './documents/documents.css';
import './documents/contents.css';
import './documents/text.css';
import './documents/tables.css';
import './documents/requests.css';
import './documents/print.css';

const siteUrl = siteUrlOf(document);
nameThisSite(document, siteUrl);
addCopyButtons(document);
addSendButtons(document, siteUrl);
if (import.meta.env.PROD) keepPage(siteUrl);
