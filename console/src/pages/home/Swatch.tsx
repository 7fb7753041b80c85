// The patterns of the chart's parts, used by the bars and their legends.
import { useId } from 'react';
import classes from './chart.module.css';
import type { Part } from './chart.ts';

const STRIPES = 6;

/** Stripes distinguish failed messages without relying on colour. */
export function StripePattern({ id }: { id: string }) {
  return (
    <pattern
      id={id}
      width={STRIPES}
      height={STRIPES}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect className={classes.ground} width={STRIPES} height={STRIPES} />
      <line className={classes.stripes} x1={1.5} x2={1.5} y1={0} y2={STRIPES} />
    </pattern>
  );
}

/** A sample of a part's colour and pattern, or of the dashed line, for a legend. */
export function Swatch({ part }: { part: Part | 'previous' }) {
  const pattern = useId();
  if (part === 'previous') {
    return (
      <svg width={20} height={12} aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
        <path className={classes.previous} d="M0,6H20" />
      </svg>
    );
  }
  return (
    <svg width={12} height={12} aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <StripePattern id={pattern} />
      <rect
        className={part === 'failed' ? undefined : classes[part]}
        {...(part === 'failed' ? { fill: `url(#${pattern})` } : {})}
        x={0.5}
        y={0.5}
        width={11}
        height={11}
        rx={2}
      />
    </svg>
  );
}
