import { markPlurals, marks } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { useHistogram } from './use-histogram.ts';
import { countsByYear, countsOfAll, totalOf, type CountByMark } from './month-counts.ts';

/** What the bars show, in figures by year. */
export function TimelineTable() {
  const histogram = useHistogram();
  if (!histogram) return null;
  return (
    <table className="timeline-table">
      <caption>Records by year in the area shown, whatever the dates chosen</caption>
      <thead>
        <tr>
          <th scope="col">Year</th>
          {marks.map((mark) => (
            <th key={mark} scope="col">
              {markPlurals[mark]}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {countsByYear(histogram).map(({ year, byMark }) => (
          <CountRow key={year} name={String(year)} byMark={byMark} />
        ))}
      </tbody>
      <tfoot>
        <CountRow name="All" byMark={countsOfAll(histogram)} />
      </tfoot>
    </table>
  );
}

function CountRow({ name, byMark }: { readonly name: string; readonly byMark: CountByMark }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {marks.map((mark) => (
        <td key={mark}>{formatCount(byMark[mark])}</td>
      ))}
      <td>{formatCount(totalOf(byMark))}</td>
    </tr>
  );
}
