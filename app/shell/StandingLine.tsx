import { HelpLink } from '../components/HelpLink.tsx';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { useData } from '../session/use-session.ts';
import { formatDate } from '../vocabulary/dates.ts';
import './standing-line.css';

/** What holds at all times, on every screen: what these records are and are not. Two lines on a phone, from the start. */
export function StandingLine() {
  const data = useData();
  const isWide = useMediaQuery(wideScreen);
  return (
    <p className="standing-line">
      <span className="standing-what">
        Historical records, not live warnings.
        {data?.sample ? <strong>{isWide ? 'Sample data: invented records.' : 'Sample data'}</strong> : null}
      </span>
      <span className="standing-more">
        <span className="standing-newest figure">
          {data ? (data.newest ? `Newest record ${formatDate(data.newest)}` : 'No records') : '\u00a0'}
        </span>
        <HelpLink topic="positions">{isWide ? 'How positions were derived' : 'About positions'}</HelpLink>
        <HelpLink topic="dictionary">{isWide ? 'Data dictionary' : 'Dictionary'}</HelpLink>
      </span>
    </p>
  );
}
