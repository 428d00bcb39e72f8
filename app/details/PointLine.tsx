import type { Position } from '../../core/geo/wgs84.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { HelpLink } from '../components/HelpLink.tsx';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';

/** What a position means, in a sentence, with links to how it was derived and to the terms of use. */
export function PositionNote({ children }: { readonly children: string }) {
  return (
    <p className="small">
      {children}{' '}
      <HelpLink topic="positions" className="details-help">
        How positions were derived
      </HelpLink>{' '}
      <HelpLink topic="terms" className="details-help">
        Terms of use
      </HelpLink>
    </p>
  );
}

/** A point in degrees under its name, and a button that copies it as map applications take it. */
export function PointLine({
  name,
  copyLabel,
  position,
}: {
  readonly name: string;
  readonly copyLabel: string;
  readonly position: Position;
}) {
  return (
    <div className="details-point">
      <div>
        <span className="small muted">{name}</span>
        <span className="figure">{formatPosition(position)}</span>
      </div>
      {/* All published decimals: nine of them are a tenth of a millimetre. */}
      <CopyButton text={plainPosition(position, 9)} label={copyLabel} />
    </div>
  );
}
