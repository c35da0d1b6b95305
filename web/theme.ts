// The design of Octavo: one accent, quiet greys, small type on a roomy grid. Every text has a contrast of at least 4.5
// : 1 to its background, in light and dark mode; axe checks that in test/browser.

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { buttonRoot } from './components/ButtonRoot.tsx'

const ink: MantineColorsTuple = [
  '#eef1fd', '#dde3fa', '#b9c4f4', '#93a3ee', '#7386e8', '#5c72e4', '#4a61dd', '#3a50c9', '#3146b3', '#26399c',
] // biome-ignore format: one palette a line

/** Greys of the dark scheme with a touch of blue; the library's are warm. */
const dark: MantineColorsTuple = [
  '#e6e8ee',
  '#c3c8d4',
  '#a2a8b8',
  '#7d8497',
  '#363b49',
  '#2a2e3a',
  '#20242e',
  '#16181f',
  '#12141a',
  '#0d0f14',
]

/** Text on a pale background of its own colour: the library's shades are too light for 4.5 : 1. */
const onPale: Record<string, string> = {
  ink: '#3146b3',
  teal: '#056147',
  orange: '#8f3a06',
  red: '#a51d1d',
  blue: '#17509c',
  gray: '#454b57',
}

/** Backgrounds of badges and boxes: as quiet as possible while the colour is still recognisable. */
const grounds: Record<string, { light: string; lightEdge: string; dark: string; darkEdge: string }> = {
  ink: { light: '#e9edfc', lightEdge: '#e9edfc', dark: '#262c4d', darkEdge: '#262c4d' },
  teal: { light: '#e9f7f2', lightEdge: '#c5e8dc', dark: '#12302a', darkEdge: '#1d4a40' },
  orange: { light: '#fff5e8', lightEdge: '#f8ddb5', dark: '#35230f', darkEdge: '#573a17' },
  red: { light: '#fef1f0', lightEdge: '#f9d3d0', dark: '#381a1d', darkEdge: '#5e282c' },
  blue: { light: '#edf4fd', lightEdge: '#cfe0f7', dark: '#16263d', darkEdge: '#243e63' },
  gray: { light: '#f3f4f7', lightEdge: '#e1e4eb', dark: '#242833', darkEdge: '#363b49' },
}

export const theme = createTheme({
  variantColorResolver(input) {
    const colours = defaultVariantColorsResolver(input)
    const name = input.color ?? 'ink'
    // White on the library's red has a contrast of no more than 3.8 : 1.
    if (input.variant === 'filled' && name === 'red') {
      return { ...colours, background: 'var(--mantine-color-red-9)', hover: '#b02525' }
    }
    const dark = onPale[name]
    const ground = grounds[name]
    if (input.variant !== 'light' || dark === undefined || ground === undefined) return colours
    return {
      ...colours,
      color: `light-dark(${dark}, var(--mantine-color-${name}-2))`,
      background: `light-dark(${ground.light}, ${ground.dark})`,
      border: `1px solid light-dark(${ground.lightEdge}, ${ground.darkEdge})`,
    }
  },
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm', renderRoot: buttonRoot }, styles: { label: { fontWeight: 500 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 6 } } },
    Badge: { defaultProps: { radius: 'sm' }, styles: { label: { textTransform: 'none', fontWeight: 500 } } },
    Table: { defaultProps: { verticalSpacing: '0.5625rem', horizontalSpacing: 'md' } },
    // The head of a dialog must not be a second banner of the page.
    Modal: {
      defaultProps: { centered: true, radius: 'md', attributes: { header: { role: 'none' } } },
      styles: { title: { fontWeight: 600, fontSize: '1rem', lineHeight: 1.4 } },
    },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } } },
      styles: { title: { fontWeight: 600, fontSize: '1rem', lineHeight: 1.4 } },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Paper: { defaultProps: { radius: 'md', withBorder: true } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Menu: { defaultProps: { position: 'bottom-end', shadow: 'md' } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1a1d29',
    '--mantine-color-dimmed': '#5a6072',
    '--mantine-color-placeholder': '#6b7183',
    '--mantine-color-anchor': '#3146b3',
    '--mantine-color-error': '#c0261c',
    '--mantine-color-default-border': '#e1e4eb',
    '--octavo-ground': '#f7f8fa',
    '--octavo-raised': '#ffffff',
    '--octavo-hover': '#f2f4f8',
    '--octavo-line': '#e6e8ee',
  },
  dark: {
    '--mantine-color-body': '#16181f',
    '--mantine-color-text': '#e6e8ee',
    '--mantine-color-dimmed': '#a2a8b8',
    '--mantine-color-placeholder': '#8d93a5',
    '--mantine-color-anchor': '#a3b1f2',
    '--mantine-color-error': '#ff9b93',
    '--mantine-color-default-border': '#2d313d',
    '--octavo-ground': '#101218',
    '--octavo-raised': '#16181f',
    '--octavo-hover': '#1d2029',
    '--octavo-line': '#272b36',
  },
})
