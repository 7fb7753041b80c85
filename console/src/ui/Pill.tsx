// A small rounded label. It always has an icon and text, because some people cannot tell colours apart. Its
// colours change smoothly when a status does.
import { Box } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

export type Tone = 'success' | 'info' | 'neutral' | 'danger' | 'warning';

const LINE = { alignItems: 'center', gap: 6, whiteSpace: 'nowrap' } as const;
const SIZE = {
  display: 'inline-flex',
  h: 24,
  p: '0 10px 0 8px',
  bdrs: 999,
  fz: 13,
  lh: '20px',
  fw: 500,
  style: LINE,
};

export function Pill({ tone, icon: Icon, children }: { tone: Tone; icon: Icon; children: string }) {
  return (
    <Box component="span" className="moves" {...SIZE} c={`var(--${tone})`} bg={`var(--${tone}-soft)`}>
      <Icon size={14} aria-hidden="true" />
      {children}
    </Box>
  );
}
