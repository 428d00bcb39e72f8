import { memo } from 'react';
import { encode } from 'uqr';

/** The quiet zone that the standard requires, in modules. */
const borderInModules = 4;

/** A QR code of an address, black on white in every colour scheme, so that every reader decodes it. */
export const QrCode = memo(function QrCode({ address }: { readonly address: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: borderInModules });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="print-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the address">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
});
