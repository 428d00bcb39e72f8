/*
 * The element <coastwatch-map>, for pages of other sites: a map that loads when the reader is about to see it. It is one
 * module without imports. Its styles are set by script, so that a strict content security policy of the page needs only
 * `script-src` and `frame-src` for this site. `docs/embedding.md` describes it.
 */

/** The parameter of the explorer for each attribute that is one parameter. `radius` depends on the others. */
const parameters: Readonly<Record<string, string>> = { place: 'place', centre: 'c', zoom: 'z' };
const defaultHeightInPixels = 400;
/** The build of the data fills these words, because the script cannot read the site of its page. */
const defaultTitle = 'Map of {{subject.one}} records, from {{title}}';
/** How far below or above the visible part of the page the map begins to load. */
const loadDistance = '200px 0px';
/** If the map has not reported that it works this long after the frame was created, a link is shown. */
const timeoutInMilliseconds = 15_000;

/** The permissions that the map needs. Its origin is that of its own site, never that of the page that contains it. */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** Not part of a `new URL` expression, which the build would treat as the path of a file to include. */
const moduleUrl = import.meta.url;

/** The query string for the attributes of an element, with its `?`, or ''. */
export function queryOf(attribute: (name: string) => string | null): string {
  const query = new URLSearchParams(attribute('query')?.replace(/^\?/, '') ?? '');
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = attribute(name)?.trim() ?? '';
    if (value !== '') query.set(parameter, value);
  }
  const radius = attribute('radius')?.trim() ?? '';
  if (radius !== '') query.set(query.has('place') && !query.has('r') && !query.has('at') ? 'around' : 'r', radius);
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** The height in pixels that an attribute names; undefined if it names none. */
export function heightOf(attribute: string | null): number | undefined {
  const height = /^\s*(\d{1,4})(?:px)?\s*$/.exec(attribute ?? '')?.[1];
  return height === undefined ? undefined : Math.max(Number(height), 120);
}

export class CoastwatchMap extends HTMLElement {
  static readonly observedAttributes = ['place', 'centre', 'zoom', 'radius', 'query', 'height', 'title'];

  readonly #box = document.createElement('div');
  #frame: HTMLIFrameElement | null = null;
  #failure: HTMLElement | null = null;
  #observer: IntersectionObserver | null = null;
  #isNear = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(this.#box);
    this.#box.style.cssText = 'position:relative;overflow:hidden;background:#dcebf2;contain:strict';
  }

  connectedCallback(): void {
    if (!this.style.display) this.style.display = 'block';
    window.addEventListener('message', this.#receive);
    this.#resize();
    if (this.#isNear || !('IntersectionObserver' in window)) {
      this.#load();
      return;
    }
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#load();
      },
      { rootMargin: loadDistance },
    );
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#receive);
    this.#observer?.disconnect();
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback(name: string): void {
    if (name === 'height') this.#resize();
    else if (name === 'title') {
      if (this.#frame) this.#frame.title = this.#title;
    } else if (this.#frame) this.#load();
  }

  /** The address of the map in the explorer. */
  get href(): string {
    return new URL(`../${this.#query}`, moduleUrl).href;
  }

  get #query(): string {
    return queryOf((name) => this.getAttribute(name));
  }

  get #title(): string {
    return this.getAttribute('title')?.trim() || defaultTitle;
  }

  /** Reserves the space of the map before it is loaded. */
  #resize(): void {
    this.#box.style.height = `${heightOf(this.getAttribute('height')) ?? defaultHeightInPixels}px`;
  }

  /** Shows the map of the attributes. A new frame, unlike a new address, adds nothing to the history of the page. */
  #load(): void {
    this.#isNear = true;
    this.#observer?.disconnect();
    const src = new URL(`./${this.#query}`, moduleUrl).href;
    if (this.#frame?.src === src) return;
    clearTimeout(this.#timer);
    this.#failure?.remove();
    this.#frame?.remove();
    const frame = document.createElement('iframe');
    frame.title = this.#title;
    frame.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;border:0';
    frame.setAttribute('sandbox', sandbox);
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    // A frame that is refused or cannot be reached also reports that it has loaded.
    this.#timer = setTimeout(this.#fail, timeoutInMilliseconds);
    frame.src = src;
    this.#frame = frame;
    this.#box.append(frame);
  }

  readonly #receive = ({ source, data }: MessageEvent): void => {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    if ((data as { readonly coastwatch?: unknown } | null)?.coastwatch !== 'shown') return;
    clearTimeout(this.#timer);
    this.#failure?.remove();
    this.dispatchEvent(new Event('load'));
  };

  /** Shows a link above the frame, which may still load later. */
  readonly #fail = (): void => {
    const link = document.createElement('a');
    link.href = this.href;
    link.textContent = 'Open it in {{title}}';
    link.style.color = 'inherit';
    const text = document.createElement('p');
    text.style.cssText =
      'position:absolute;inset:auto 0 0;margin:0;padding:12px;background:#fff1cc;color:#5e4300;font:14px/1.4 system-ui,sans-serif';
    text.append('The map could not be loaded here. ', link);
    this.#failure = text;
    this.#box.append(text);
    this.dispatchEvent(new Event('error'));
  };
}

// A page may load the module twice, from two addresses.
if (!customElements.get('coastwatch-map')) customElements.define('coastwatch-map', CoastwatchMap);
