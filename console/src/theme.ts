// The theme of Mantine: all colours and sizes, and the defaults of components. Styles use only the custom
// properties named here.
import type { CSSVariablesResolver, MantineThemeOverride, VariantColorsResolver } from '@mantine/core';
import { colorsTuple, defaultVariantColorsResolver } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';

/**
 * Colour roles as [light, dark]. Each becomes the custom property `--<name>`. The contrasts of these pairs
 * are measured.
 */
const COLOURS = {
  page: ['#f6f3ee', '#0c171d'],
  surface: ['#ffffff', '#13222b'],
  subtle: ['#faf8f4', '#182a34'],
  hairline: ['#e5dfd5', '#263a45'],
  edge: ['#7f8a90', '#5f747f'],
  line: ['#7f8a90', '#70858f'],
  text: ['#12242e', '#e9eef0'],
  muted: ['#55646c', '#9fb0b8'],
  primary: ['#0f6e7c', '#56bccb'],
  'primary-fill': ['#0f6e7c', '#56bccb'],
  'primary-hover': ['#0b5a66', '#7ccfda'],
  'primary-on': ['#ffffff', '#06222a'],
  selected: ['#e3f0f1', '#103640'],
  'selected-text': ['#0b5a66', '#7ccfda'],
  'test-fill': ['#b5532a', '#b5532a'],
  'test-deep': ['#9c4421', '#9c4421'],
  'test-text': ['#9c4421', '#ee9a72'],
  bar: ['#12242e', '#081116'],
  'bar-quiet': ['#b7c5cb', '#b7c5cb'],
  'bar-edge': ['#2b404b', '#24363f'],
  'bar-line': ['transparent', '#263a45'],
  balance: ['#12242e', '#0f3a44'],
  success: ['#1c6b45', '#7fd0a3'],
  'success-soft': ['#e4f2ea', '#14342a'],
  danger: ['#b3261e', '#ff9d92'],
  'danger-soft': ['#fbe7e5', '#46201f'],
  warning: ['#7a5200', '#f0c469'],
  'warning-soft': ['#fbf0d6', '#30291a'],
  info: ['#0b5a66', '#7ccfda'],
  'info-soft': ['#dff0f1', '#103640'],
  neutral: ['#46555d', '#b9c6cc'],
  'neutral-soft': ['#ece8e1', '#22343e'],
  float: ['#ffffff', '#1d323d'],
  'float-edge': ['#e5dfd5', '#35505c'],
  'float-hover': ['#faf8f4', '#263f4b'],
} as const;

/** Mantine's colour properties, set to our roles, so that none of its greys remain. */
const KIT_COLOURS = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--success)',
  '--mantine-color-anchor': 'var(--primary)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--subtle)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--neutral-soft)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--neutral-soft)',
  '--mantine-primary-color-contrast': 'var(--primary-on)',
  '--mantine-color-tide-filled': 'var(--primary-fill)',
  '--mantine-color-tide-filled-hover': 'var(--primary-hover)',
  '--mantine-color-tide-light': 'var(--selected)',
  '--mantine-color-tide-light-hover': 'var(--selected)',
  '--mantine-color-tide-light-color': 'var(--selected-text)',
  '--mantine-color-tide-outline': 'var(--primary)',
};

function colours(index: 0 | 1): Record<string, string> {
  const own = Object.entries(COLOURS).map(([name, pair]) => [`--${name}`, pair[index]]);
  return { ...Object.fromEntries(own), ...KIT_COLOURS };
}

/** Adds our custom properties to those of Mantine. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--shadow-float': '0 1px 2px rgb(18 36 46 / 8%), 0 12px 32px rgb(18 36 46 / 14%)',
    // Includes the padding at both sides.
    '--content-width': '1248px',
  },
  light: colours(0),
  dark: colours(1),
});

/** Mantine's ten greys of a colour scheme, by role. */
const greys = (index: 0 | 1, roles: (keyof typeof COLOURS)[]) =>
  colorsTuple(roles.map((role) => COLOURS[role][index]));

// Filled buttons are tide, or rust if they send in TEST. Other variants have the edge of a control, or none.
const variantColorResolver: VariantColorsResolver = (input) => {
  const { color, variant } = input;
  if (variant === 'filled' && color === 'rust') {
    return { background: 'var(--test-fill)', hover: 'var(--test-deep)', color: '#ffffff', border: 'none' };
  }
  if (variant === 'filled' && (color === undefined || color === 'tide')) {
    const background = 'var(--primary-fill)';
    return { background, hover: 'var(--primary-hover)', color: 'var(--primary-on)', border: 'none' };
  }
  if (variant === 'outline') {
    const edge = color === 'red' ? 'var(--danger)' : 'var(--edge)';
    const textColour = color === 'red' ? 'var(--danger)' : 'var(--text)';
    return {
      background: 'var(--surface)',
      hover: 'var(--subtle)',
      color: textColour,
      border: `1px solid ${edge}`,
    };
  }
  if (variant === 'subtle' || variant === 'transparent') {
    const colours: Record<string, string> = { red: 'var(--danger)', gray: 'var(--muted)' };
    const hover = variant === 'subtle' ? 'var(--neutral-soft)' : 'transparent';
    return {
      background: 'transparent',
      hover,
      color: colours[color ?? ''] ?? 'var(--primary)',
      border: 'none',
    };
  }
  return defaultVariantColorsResolver(input);
};

const FONTS = "'IBM Plex Sans', system-ui, 'Noto Sans Sinhala', 'Noto Sans Tamil', sans-serif";

// The header element of a dialog would count as a second banner of the page.
const PLAIN_HEADER = { header: { role: 'none' } };

/** The theme for MantineProvider. kit.css has the styles that the theme cannot express. */
export const theme: MantineThemeOverride = {
  fontFamily: FONTS,
  fontFamilyMonospace: "'IBM Plex Mono', ui-monospace, monospace",
  black: COLOURS.text[0],
  primaryColor: 'tide',
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  radius: { xs: '4px', sm: '4px', md: '8px', lg: '8px', xl: '8px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '24px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  shadows: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, 'var(--shadow-float)'])),
  headings: {
    fontFamily: FONTS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '36px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '18px', lineHeight: '24px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
      h5: { fontSize: '14px', lineHeight: '20px' },
      h6: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  colors: {
    tide: colorsTuple(COLOURS.primary[0]),
    rust: colorsTuple(COLOURS['test-fill'][0]),
    // Mantine shows the next shade of a filled button on hover.
    red: colorsTuple(Array.from({ length: 10 }, (_, shade) => (shade < 7 ? COLOURS.danger[0] : '#951d16'))),
    gray: greys(0, [
      'subtle',
      'page',
      'neutral-soft',
      'hairline',
      'edge',
      'edge',
      'muted',
      'neutral',
      'bar-edge',
      'text',
    ]),
    dark: greys(1, [
      'text',
      'neutral',
      'muted',
      'line',
      'edge',
      'neutral-soft',
      'surface',
      'page',
      'bar',
      'bar',
    ]),
  },
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 40 } },
    CloseButton: { defaultProps: { iconSize: 20 } },
    Checkbox: { defaultProps: { radius: 'sm' } },
    Drawer: {
      defaultProps: { attributes: PLAIN_HEADER, overlayProps: { backgroundOpacity: 0.55, color: '#12242e' } },
    },
    // Accepts one file at a time. The keyboard focuses the button inside, which has a label.
    Dropzone: {
      defaultProps: {
        multiple: false,
        activateOnKeyboard: false,
        activateOnClick: false,
        tabIndex: -1,
        role: 'none',
        enablePointerEvents: true,
      },
    },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    Modal: {
      defaultProps: {
        attributes: PLAIN_HEADER,
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.55, color: '#0a161c' },
        transitionProps: { duration: 120 },
      },
    },
    NumberInput: { defaultProps: { hideControls: true } },
    MultiSelect: {
      defaultProps: {
        checkIconPosition: 'right',
        rightSection: createElement(IconChevronDown, { size: 16, stroke: 1.5 }),
        rightSectionPointerEvents: 'none',
      },
      // A wider input would move to an empty line of its own after the chosen options.
      styles: { inputField: { minWidth: 32 } },
    },
    Pill: { defaultProps: { radius: 'sm' } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md' } },
    Select: {
      defaultProps: {
        allowDeselect: false,
        // Keeps the options inside the page's landmarks, for screen readers.
        comboboxProps: { withinPortal: false },
        checkIconPosition: 'right',
        rightSection: createElement(IconChevronDown, { size: 16, stroke: 1.5 }),
        rightSectionPointerEvents: 'none',
      },
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Switch: { defaultProps: { size: 'md', withThumbIndicator: false, labelPosition: 'left' } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
  },
};
