// A number that leads to the page of its person.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useReadableNumber } from '../phone.ts';

/** @param name the person's name, shown above the number */
export function PersonLink({ number, name }: { number: string; name?: string | null }) {
  const readable = useReadableNumber();
  const link = (
    <Anchor component={Link} to={paths.person(number)} c="inherit" underline="always" inherit>
      {name || readable(number)}
    </Anchor>
  );
  if (!name) return link;
  return (
    <Text span inherit lh="18px" display="inline-grid" style={{ overflowWrap: 'anywhere' }}>
      <span>{link}</span>
      <Text span fz={13} lh="18px" fw={400} c="dimmed">
        {readable(number)}
      </Text>
    </Text>
  );
}
