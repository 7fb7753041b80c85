// Links to the home page: logo and name, and a button.
import { Button, type ButtonProps, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { Mark } from '../../ui/Mark.tsx';

const LINE = { alignItems: 'center', gap: 10 };

export function Wordmark({ to, width = 42 }: { to: string; width?: number }) {
  const t = useText();
  return (
    <UnstyledButton component={Link} to={to} display="inline-flex" mih={40} bdrs={4} style={LINE}>
      <Mark width={width} />
      <Text span size="xl" fw={600} lts="-0.005em" c="var(--wordmark, inherit)">
        {t('app.name')}
      </Text>
    </UnstyledButton>
  );
}

/** The main action of a page that has no other. */
export function HomeButton(props: ButtonProps) {
  const t = useText();
  return (
    <Button component={Link} to={paths.home} {...props}>
      {t('page.goHome')}
    </Button>
  );
}
