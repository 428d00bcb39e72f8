/*
 * The style of what the HTML shows before any script has run, and of the map. What begins the page imports it, so that the
 * build puts it into the HTML itself; the components import theirs as well.
 */
import './shell/standing-line.css';
import './shell/panel-skeleton.css';
import './shell/bottom-sheet.css';
import './shell/connection-strips.css';
import './shell/address-notes.css';
import './place-search/place-search.css';
import './search/near-me.css';
import './sharing/sharing.css';
import './map/map.css';
import './map/panes.css';
import './map/controls/controls.css';
import './map/circle/circle.css';
import './components/part-not-loaded.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/layout.css';
import './styles/low-screens.css';
