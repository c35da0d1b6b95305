// The tokens of the design (docs/design.md): paper, ink and bookbinder's cloth, and a text face for titles. Every text
// has a contrast of at least 4.5 : 1 to its background, in light and dark mode; axe checks that in test/browser.

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { brand } from './brand.ts'
import { buttonRoot } from './components/forms/ButtonRoot.tsx'
import { t } from './language.ts'

const { palette } = brand

/** The blue of bookbinder's cloth. */
const blue: MantineColorsTuple = [
  '#eef3f8', '#dce6f0', '#b8cce0', '#91afd0', '#6d93c0', '#507cb1', '#3d6aa3', '#2a5387', '#234672', '#1b385d',
] // biome-ignore format: one palette a line

const cloth = (palette?.shades as unknown as MantineColorsTuple | undefined) ?? blue
const accentText = palette?.text ?? { light: '#234672', dark: '#a3c0e0' }
const accentPale = palette?.pale ?? { light: '#e6eef6', dark: '#1c2d42' }
const accentShelf = palette === null ? { light: '#1b385d', dark: '#14273d' } : { light: cloth[9]!, dark: cloth[9]! }

/** Grays of the dark scheme: the same warm ink, from the letters to the ground. */
const dark: MantineColorsTuple = [
  '#ece8e1', '#cdc7bc', '#aca597', '#877f71', '#413c34', '#332f29', '#282521', '#1d1b18', '#171512', '#110f0d',
] // biome-ignore format: one palette a line

/** Grays of the light scheme, as light as the library's. */
const gray: MantineColorsTuple = [
  '#faf8f4', '#f4f1ea', '#ece7dd', '#e2dcd0', '#d3ccbe', '#b7ae9f', '#8f8778', '#514b41', '#3a352e', '#24211c',
] // biome-ignore format: one palette a line

/** Text on a pale background of its own color: the library's shades are too light for 4.5 : 1. */
const paleTextColors: Record<string, string> = {
  cloth: accentText.light,
  teal: '#056147',
  orange: '#8f3a06',
  red: '#a51d1d',
  blue: '#17509c',
  gray: '#4d4840',
}

/** Backgrounds of badges and boxes: as quiet as possible while the color is still recognizable. */
const paleBackgrounds: Record<string, { light: string; lightEdge: string; dark: string; darkEdge: string }> = {
  cloth: { ...accentPale, lightEdge: accentPale.light, darkEdge: accentPale.dark },
  teal: { light: '#e9f7f2', lightEdge: '#c5e8dc', dark: '#12302a', darkEdge: '#1d4a40' },
  orange: { light: '#fff5e8', lightEdge: '#f8ddb5', dark: '#35230f', darkEdge: '#573a17' },
  red: { light: '#fef1f0', lightEdge: '#f9d3d0', dark: '#381a1d', darkEdge: '#5e282c' },
  blue: { light: '#edf4fd', lightEdge: '#cfe0f7', dark: '#16263d', darkEdge: '#243e63' },
  gray: { light: '#f4f1ea', lightEdge: '#e3ddd1', dark: '#2a2723', darkEdge: '#413c34' },
}

/** A text face, as books have; Inter is for what is read in rows and typed. */
const titleFace = "'Source Serif 4', 'Iowan Old Style', Charter, Georgia, serif"

/** The cross of a dialog or of a message. */
const closeButtonProps = { 'aria-label': t('Close') }

/** The head of a dialog must not be a second banner of the page. */
const dialogProps = { attributes: { header: { role: 'none' } }, closeButtonProps }
const dialogStyles = { title: { fontFamily: titleFace, fontWeight: 600, fontSize: '1.125rem', lineHeight: 1.4 } }

export const theme = createTheme({
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input)
    const name = input.color ?? 'cloth'
    // White on the library's red has a contrast of no more than 3.8 : 1.
    if (input.variant === 'filled' && name === 'red') {
      return { ...colors, background: 'var(--mantine-color-red-9)', hover: '#b02525' }
    }
    const dark = paleTextColors[name]
    const ground = paleBackgrounds[name]
    if (dark === undefined || ground === undefined) return colors
    const pale = name === 'cloth' && palette ? accentText.dark : `var(--mantine-color-${name}-2)`
    // The library's is nearly white, as if it were no color.
    if (input.variant === 'subtle') return { ...colors, color: `light-dark(${colors.color}, ${pale})` }
    if (input.variant !== 'light') return colors
    return {
      ...colors,
      color: `light-dark(${dark}, ${pale})`,
      background: `light-dark(${ground.light}, ${ground.dark})`,
      border: `1px solid light-dark(${ground.lightEdge}, ${ground.darkEdge})`,
    }
  },
  colors: { cloth, dark, gray },
  primaryColor: 'cloth',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  headings: {
    fontFamily: titleFace,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm', renderRoot: buttonRoot }, styles: { label: { fontWeight: 500 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Help stands below, so that the inputs of a row stand at one height.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4 }, description: { marginTop: 6 } },
    },
    Alert: { defaultProps: { variant: 'light' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { label: { textTransform: 'none', fontWeight: 500 } },
    },
    Table: { defaultProps: { verticalSpacing: '0.5625rem', horizontalSpacing: 'md' } },
    Modal: { defaultProps: { centered: true, radius: 'md', ...dialogProps }, styles: dialogStyles },
    Drawer: { defaultProps: dialogProps, styles: dialogStyles },
    Notification: { defaultProps: { closeButtonProps } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Paper: { defaultProps: { radius: 'md', withBorder: true } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Menu: { defaultProps: { position: 'bottom-end', shadow: 'md' } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // An order's part of its life, as a dot, a bar and a legend show it.
    '--octavo-waiting': 'light-dark(#bdb4a3, #6f6859)',
    '--octavo-working': 'light-dark(#507cb1, #6d93c0)',
    '--octavo-good': 'light-dark(#2f8f6b, #3fa57f)',
    '--octavo-attention': '#e09a2d',
    '--octavo-bad': 'light-dark(#cf4a3c, #e0665a)',
    '--octavo-ended': 'light-dark(#625c51, #aca597)',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#221f1a',
    '--mantine-color-dimmed': '#625c51',
    '--mantine-color-placeholder': '#726b5f',
    '--mantine-color-anchor': accentText.light,
    '--mantine-color-error': '#c0261c',
    '--mantine-color-default-border': '#ddd7cb',
    '--octavo-ground': '#f8f5ee',
    '--octavo-raised': '#ffffff',
    '--octavo-hover': '#f5f2eb',
    '--octavo-line': '#e6e0d5',
    '--octavo-chosen': accentPale.light,
    '--octavo-shelf': accentShelf.light,
  },
  dark: {
    '--mantine-color-body': '#1d1b18',
    '--mantine-color-text': '#ece8e1',
    '--mantine-color-dimmed': '#aca597',
    '--mantine-color-placeholder': '#979082',
    '--mantine-color-anchor': accentText.dark,
    '--mantine-color-error': '#ff9b93',
    '--mantine-color-default-border': '#38342d',
    '--octavo-ground': '#151310',
    '--octavo-raised': '#1d1b18',
    '--octavo-hover': '#262320',
    '--octavo-line': '#332f29',
    '--octavo-chosen': accentPale.dark,
    '--octavo-shelf': accentShelf.dark,
  },
})
