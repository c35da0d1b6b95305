// The process: configuration, app, listen, wait, close.

import { type AddressInfo, createServer } from 'node:net'
import { type App, createApp } from './app/app.ts'
import { commands, usage } from './app/commands.ts'
import { type Demo, openDemo } from './app/demo.ts'
import { welcome } from './app/welcome.ts'
import { crashAt } from './base/crash.ts'
import { createLog } from './base/log.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'

/** Longer than a close should take; whatever still hangs then is cut off, and made up for after the next start. */
const stopWithinMs = 9500
/** A terminal that is closed sends SIGHUP. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const config = configure()
const [name, ...given] = config.command
const log = createLog({ ...config.log, to: name === undefined ? 'stdout' : 'stderr' })
if (name === undefined) await serve()
else await runCommand(name, given)

function configure(): Config {
  try {
    return loadConfig(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

async function serve(): Promise<void> {
  const crash = crashAt(config.crashAt, point => {
    console.error(`OCTAVO_CRASH_AT: killed at ${point}`)
    process.kill(process.pid, 'SIGKILL')
  })
  const held = config.port === 0 && config.role !== 'worker' ? await holdFreePort() : null
  const port = held?.port ?? config.port
  const app = await createApp({ ...config, port }, log, { crash }).catch(cannotStart)
  let demo: Promise<Demo | null> = Promise.resolve(null)
  const stop = stopOnSignals(async () => {
    await Promise.allSettled([demo]) // half a demo would be useless to the next start
    await app.close()
  })
  if (config.role === 'worker') {
    if (config.workerPort > 0) await listen(app, config.workerPort)
    await app.work()
    log.info('worker is ready')
    return
  }
  const url = config.publicUrl ?? app.publicUrl.origin
  // Before listening: a service that is ready has its demo as well.
  if (!config.production) demo = openDemo(app, config.dataDir, url, crash)
  const made = await demo
  if (stop.asked) return
  await held?.release()
  await listen(app, port)
  await app.work()
  console.log(welcome(url, config, made, app.clock()))
  app.readAhead()
}

/** Links and mails name the port, so a free one is chosen and reserved before anything is built. */
async function holdFreePort(): Promise<{ port: number; release(): Promise<void> }> {
  const holder = createServer()
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject).listen(0, config.host, resolve)
  }).catch(error => cannotStart(listenError(error, 0)))
  const { port } = holder.address() as AddressInfo
  return { port, release: () => new Promise(resolve => void holder.close(() => resolve())) }
}

async function listen(app: App, port: number): Promise<string> {
  try {
    return await app.server.listen({ host: config.host, port })
  } catch (error) {
    await app.close()
    return cannotStart(listenError(error as NodeJS.ErrnoException, port))
  }
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  const where = `port ${port} of ${config.host}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`${where} is in use by another program. Stop that program, or choose another port with PORT.`)
    case 'EACCES':
      return new Error(`this user may not use ${where}. Choose a port from 1024 up with PORT.`)
    case 'EADDRNOTAVAIL':
      return new Error(`this machine has no address ${config.host}. Choose another address with HOST.`)
    default:
      return error
  }
}

async function runCommand(name: string, given: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const { arguments: least = 0, optional = 0 } = command ?? {}
  if (command === undefined || given.length < least || given.length > least + optional) {
    console.error(`Unknown command. The commands are:\n${usage()}`)
    process.exit(2)
  }
  const app = await createApp(config, log, command.opens).catch(cannotStart)
  try {
    console.log(JSON.stringify(await command.run(app, given), null, 2))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
  await app.close()
}

/** A folder or port in use, or a mistake in an operator file, is reported in one sentence, without a stack. */
function cannotStart(error: Error): never {
  log.debug({ err: error }, 'start failed')
  console.error(`Octavo cannot start: ${error.message}`)
  process.exit(1)
}

/** Only the first counts: npm passes on what the terminal has already sent, and a stop that has begun has its time. */
function stopOnSignals(close: () => Promise<void>): { asked: boolean } {
  const stop = { asked: false }
  for (const signal of stopSignals) {
    process.on(signal, async () => {
      if (stop.asked) return
      stop.asked = true
      setTimeout(() => process.exit(1), stopWithinMs).unref()
      log.info({ signal }, 'stopping: no new requests, finishing what runs')
      await close()
      process.exit(0)
    })
  }
  return stop
}
