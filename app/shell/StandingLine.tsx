import { useData } from '../session/use-session.ts';
import { formatDate } from '../vocabulary/dates.ts';
import './standing-line.css';

/** What holds at all times, on every screen: what these records are and are not. */
export function StandingLine() {
  const data = useData();
  return (
    <p className="standing-line">
      {data?.sample ? <strong className="standing-sample">Sample data: invented records.</strong> : null}{' '}
      <span>Historical records, not live warnings.</span>{' '}
      {data?.newest ? <span className="figure">Newest record {formatDate(data.newest)}.</span> : null}{' '}
      <a href="#help-positions">How positions were derived</a>
      <a href="#help-dictionary">Data dictionary</a>
    </p>
  );
}
