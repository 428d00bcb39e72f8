import type { Publication } from '../../publication.ts';
import { defaultSiteFile, readSiteFile } from '../site-file.ts';

/** The default site, and a publication of it that states nothing. */
export const site = readSiteFile(defaultSiteFile);
export const publication: Publication = { site };
