// A text as a QR code: dark on white in both themes, since not every camera reads the reverse.
import { encode } from 'uqr';
import classes from './QrCode.module.css';

export function QrCode({ text, label }: { text: string; label: string }) {
  // Four modules of white around it (ISO/IEC 18004).
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
