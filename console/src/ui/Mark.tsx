// The logo: a bird of three strokes, and the large drawing with its far wing, legs and dotted path.
import type { SVGProps } from 'react';

function Drawing(props: SVGProps<SVGSVGElement>) {
  const style = { display: 'block', flex: 'none' };
  const pen = {
    fill: 'none',
    stroke: 'currentColor',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return <svg {...pen} overflow="visible" style={style} aria-hidden="true" {...props} />;
}

/** The logo beside the name. It has the colour of the surrounding text. */
export function Mark({ width = 46 }: { width?: number }) {
  return (
    <Drawing strokeWidth={1.7} viewBox="0 0 46 23" width={width} height={width / 2}>
      <path d="M45.2 14.1c-4.800 1.500-9.300 2.500-15.800 2.400-.900-2-3.900-2.300-6-.500-2.800 1.600-5.900 1.600-9.400 2C9.500 18.400 6 19.300 1 21.400" />
      <path d="M29.400 16.500c-1.200 3.100-4.600 5.100-8.900 5.300-4.500.200-12.500-.400-19.500-.400" />
      <path d="M16 17.700 4.900 1.600C12 3.500 20.500 7.800 23.100 16" />
    </Drawing>
  );
}

/** The large drawing. The dotted path starts at its lower left corner. */
export function Flight() {
  return (
    <Drawing strokeWidth={2} viewBox="7 0 407 287" width="100%">
      <path d="M386.700 62c-22 12-49 21-75.400 25.700-5.500-8.500-17-9.500-23-3.700-9.500 12.500-24 15-38.300 18.500-26 6.500-45 14.500-68.300 31.300" />
      <path d="M311.300 87.700c-4 17-20 26-41.300 29.600-28 4.500-58 7.700-88.300 16" />
      <path d="M250 102c-23-19.500-45-43-68.300-66 42 4 79 22 100.300 54" />
      <path d="M256.700 61.700C266 40 281 26 301 15c-14 20-19 45-12.700 69" />
      <path d="M207 127.300 155 144.700M211 127.300 160.700 147" />
      <path strokeDasharray="0 9" opacity={0.55} d="M8 286c28-46 73-88 137-117.500" />
    </Drawing>
  );
}
