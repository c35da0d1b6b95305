// The process: configuration, app, listen, wait, close.

import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type App, createApp } from './app/app.ts'
import { type Demo, openDemo } from './app/demo.ts'
import { type CommandOutput, helpFor, runCommand } from './app/runCommand.ts'
import { welcome } from './app/welcome.ts'
import { restrictToOwner, setOwnerOnlyUmask } from './base/files/ownerOnly.ts'
import { createLog, logInPlaceOfConsole } from './base/log.ts'
import { crashOnceAt } from './base/running/crash.ts'
import { OperatorDataError } from './base/schemaCheck.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import { isDatabaseOutage } from './db/unreachable.ts'

/** Longer than a close should take. Work that still hangs then is cut off, and is repeated after the next start. */
const stopWithinMs = 9500
/** A restart waits for requests, then for tasks, each as long as a stop. */
const restartWithinMs = 3 * stopWithinMs
const tryAgainMs = 5_000
/** A terminal that is closed sends SIGHUP. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const help = helpFor(process.argv.slice(2))
if (help !== null) {
  print(help)
  process.exit()
}
setOwnerOnlyUmask()
const config = configure()
const isService = config.command.length === 0
const log = createLog({ ...config.log, to: isService ? 'stdout' : 'stderr', isOutage: isDatabaseOutage })
restrictToOwner(config.dataDir, log)
if (isService && !config.log.pretty) logInPlaceOfConsole(log)
if (isService) await serve()
else print(await runCommand(config, log).catch(cannotStart))

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
  const crash = crashOnceAt(config.crashAt, point => {
    console.error(`OCTAVO_CRASH_AT: killed at ${point}`)
    process.kill(process.pid, 'SIGKILL')
  })
  const reserved = config.port === 0 && config.role !== 'worker' ? await reserveFreePort() : null
  const port = reserved?.port ?? config.port
  let running: Running | null = null
  const stop = stopOnSignals(async () => running?.end())
  // An owner may change settings of the installation in the console: the service then starts again in this process.
  const start = () => openApp(port, crash)
  for (let isFirst = true; ; isFirst = false) {
    const app = await (isFirst ? start().catch(cannotStart) : startAgain(start))
    running = runningOf(app)
    if (!stop.isRequested) await open(app, running, { crash, port, reserved, isStopping: () => stop.isRequested })
    await app.settingsChanged
    if (stop.isRequested) return
    log.info('settings of the installation were changed: starting again with them')
    const cutOff = globalThis.setTimeout(exitHanging, config.stopDelayMs + restartWithinMs)
    await running.end()
    clearTimeout(cutOff)
    if (stop.isRequested) return
  }
}

async function openApp(port: number, crash: ReturnType<typeof crashOnceAt>): Promise<App> {
  const app = await createApp({ ...config, port }, log, { crash })
  try {
    await app.checkStorage()
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Tries until the database, the storage or a file is well again, since there may be no supervisor. */
async function startAgain(start: () => Promise<App>): Promise<App> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      log.error({ err: error }, 'the service cannot start again with the changed settings: it tries again')
      await setTimeout(tryAgainMs)
    }
  }
}

/** Old work must not run beside the new. A supervisor starts the process again. */
function exitHanging(): never {
  log.error('the service could not end to start again with changed settings: the process exits')
  process.exit(1)
}

type Running = { demo: Promise<Demo | null>; end(): Promise<void> }

/** A stop and a change of settings may both end the app. */
function runningOf(app: App): Running {
  let ending: Promise<void> | null = null
  const end = async () => {
    app.beginStop()
    await setTimeout(config.stopDelayMs)
    await Promise.allSettled([running.demo]) // an incomplete demo would be useless to the next start
    await app.close()
  }
  const running: Running = {
    demo: Promise.resolve(null),
    end: () => {
      ending ??= end()
      return ending
    },
  }
  return running
}

type Opening = {
  crash: ReturnType<typeof crashOnceAt>
  port: number
  reserved: Awaited<ReturnType<typeof reserveFreePort>> | null
  isStopping: () => boolean
}

async function open(app: App, running: Running, { crash, port, reserved, isStopping }: Opening): Promise<void> {
  if (config.role === 'worker') {
    if (config.workerPort > 0) await listen(app, config.workerPort)
    await app.work()
    log.info('worker is ready')
    return
  }
  const url = app.config.publicUrl ?? app.publicUrl.origin
  // Before listening: a service that is ready has its demo as well.
  if (!config.production) running.demo = openDemo(app, config.dataDir, url, crash)
  const content = await running.demo
  if (isStopping()) return
  await reserved?.release()
  await listen(app, port)
  await announceFirstOwner(app, url)
  await app.work()
  if (config.production) log.info({ url }, 'Octavo is ready')
  else console.log(welcome(url, config, content, app.clock()))
}

/** While no person can sign in, the log has the way in. */
async function announceFirstOwner(app: App, url: string): Promise<void> {
  const code = await app.issueFirstOwnerCode()
  if (code === null) return
  const page = new URL('/staff/first-owner', url).href
  log.warn({ page, code }, 'nobody is on the staff yet: open the page, and create the first owner with the code')
}

/** Links and mails name the port, so a free port is reserved before anything is built. */
async function reserveFreePort(): Promise<{ port: number; release(): Promise<void> }> {
  const reservation = createServer()
  await new Promise<void>((resolve, reject) => {
    reservation.once('error', reject).listen(0, config.host, resolve)
  }).catch(error => cannotStart(listenError(error, 0)))
  const { port } = reservation.address() as AddressInfo
  return { port, release: () => new Promise(resolve => void reservation.close(() => resolve())) }
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

function print({ code, stdout, stderr }: CommandOutput): void {
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code
}

/** Printed without a stack. Mistakes in the operator's data have the exit code of mistakes in the settings. */
function cannotStart(error: Error): never {
  log.debug({ err: error }, 'start failed')
  process.stderr.write(`Octavo cannot start: ${error.message}\n`)
  process.exit(error instanceof OperatorDataError ? 2 : 1)
}

/** Only the first signal counts: npm repeats the signal of the terminal, and a stop that has begun needs its time. */
function stopOnSignals(close: () => Promise<void>): { isRequested: boolean } {
  const stop = { isRequested: false }
  for (const signal of stopSignals) {
    process.on(signal, async () => {
      if (stop.isRequested) return
      stop.isRequested = true
      globalThis.setTimeout(() => process.exit(1), config.stopDelayMs + stopWithinMs).unref()
      log.info({ signal }, 'stopping: no new requests after STOP_DELAY, finishing running work')
      await close()
      process.exit(0)
    })
  }
  return stop
}
