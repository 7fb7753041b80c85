// The way home, where a page has nothing else to do.
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useText } from '../text/useText.ts';

export function HomeButton(props: ButtonProps) {
  const t = useText();
  return (
    <Button component={Link} to={paths.home} {...props}>
      {t('page.goHome')}
    </Button>
  );
}
