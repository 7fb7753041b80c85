// The signs of the chart's parts, in the drawing and in the words beside it.
import { useId } from 'react';
import classes from './chart.module.css';
import type { Part } from './chart.ts';

const STRIPES = 6;

/** Stripes, so that what failed is told from the rest by more than its colour. */
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

/** A piece of a part, or of the dashed line. */
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
