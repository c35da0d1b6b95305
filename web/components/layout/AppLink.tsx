// Links within an area. `to` is a path below the area, such as `/sandbox/orders`.

import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'

type Target = { to: string; search?: Record<string, string>; children: ReactNode }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The path of the screen with the link that led to this screen. */
    from?: string
  }
}

export const fromHere = () => ({ from: location.pathname })

type AppLinkProps = Target & Omit<AnchorProps, 'children'> & { onClick?: MouseEventHandler }

export const AppLink = ({ to, search, children, ...rest }: AppLinkProps) => (
  <Anchor {...rest} renderRoot={props => <Link {...props} to={to} search={search} state={fromHere} />}>
    {children}
  </Anchor>
)

/** For the parts of a sentence (`rich`) that lead to a screen. */
export const linkTo = (to: string) => (text: ReactNode) => (
  <AppLink to={to} underline="always">
    {text}
  </AppLink>
)

export const LinkButton = ({ to, search, children, ...rest }: Target & Omit<ButtonProps, 'children'>) => (
  <Button {...rest} renderRoot={props => <Link {...props} to={to} search={search} state={fromHere} />}>
    {children}
  </Button>
)
