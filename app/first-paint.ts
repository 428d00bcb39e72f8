/*
 * The styles of the static HTML and of the map. Those that all components share come before those of the components.
 * The entry script imports this module, so that the build inlines these styles into the HTML; the components import
 * their own styles as well.
 */
import './map/map.css';
import './map/panes.css';
import './map/controls/controls.css';
import './styles/tokens.css';
import './styles/elements.css';
import './styles/base.css';
import './styles/buttons.css';
import './shell/notices.css';
import './shell/panel-skeleton.css';
import './shell/bottom-sheet.css';
import './place-search/place-search.css';
import './search/near-me.css';
import './sharing/sharing.css';
import './styles/layout.css';
import './styles/short-screens.css';
