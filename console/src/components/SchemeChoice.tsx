// The choice of a theme, in the menus of whoever is signed in.
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useText } from '../text/useText.ts';
import classes from './SchemeChoice.module.css';

/** Light, dark, or as the system is. */
export function SchemeChoice() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.scheme}>
      <SegmentedControl
        fullWidth
        aria-label={t('avatar.scheme')}
        value={colorScheme}
        onChange={(choice) => setColorScheme(choice === 'light' || choice === 'dark' ? choice : 'auto')}
        data={[
          { value: 'light', label: t('avatar.light') },
          { value: 'dark', label: t('avatar.dark') },
          { value: 'auto', label: t('avatar.auto') },
        ]}
      />
    </div>
  );
}
