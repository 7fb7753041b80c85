// A number that leads to the page of its person.
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useReadableNumber } from '../phone.ts';

export function PersonLink({ number }: { number: string }) {
  const readable = useReadableNumber();
  return (
    <Anchor component={Link} to={paths.person(number)} c="inherit" underline="always" inherit>
      {readable(number)}
    </Anchor>
  );
}
