import type { Publication } from '../../publication.ts';
import { defaultSiteFile, readSiteFile, siteOf } from '../site-file.ts';

/** The default site, and a publication of it that states nothing. */
export const siteFile = readSiteFile(defaultSiteFile);
export const site = siteOf(siteFile);
export const publication: Publication = { site };
