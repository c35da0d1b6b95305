// Links within an area. `to` is a path below the area, such as `/sandbox/orders`.

import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'

type Target = { to: string; search?: Record<string, string>; children: ReactNode }

export type CameFrom = { from?: string }

/** What a link passes on to the next screen: the screen that it was on. */
export const fromHere = (): CameFrom => ({ from: location.pathname })

const linkOf = ({ to, search }: Target) => ({ to, search: search ?? {}, state: fromHere }) as unknown as LinkProps

type GoToProps = Target & Omit<AnchorProps, 'children'> & { onClick?: MouseEventHandler }

export const GoTo = ({ to, search, children, ...rest }: GoToProps) => (
  <Anchor {...rest} renderRoot={props => <Link {...props} {...linkOf({ to, search, children })} />}>
    {children}
  </Anchor>
)

export const GoButton = ({ to, search, children, ...rest }: Target & Omit<ButtonProps, 'children'>) => (
  <Button {...rest} renderRoot={props => <Link {...props} {...linkOf({ to, search, children })} />}>
    {children}
  </Button>
)
