/** The server's view of a feature: one object that its `index.ts` exports and `server/app.ts` lists. */
import type { FastifyInstance } from 'fastify'
import type { ImportKind } from '#shared/imports.ts'
import type { AppContext } from './app-context.ts'
import type { LookUps } from './graph/look-ups.ts'
import type { Reads } from './graph/reads.ts'
import type { Relation } from './graph/sql.ts'
import type { Actions } from './http/graphql.ts'
import type { PageLinks } from './http/web.ts'
import type { RunImport } from './imports/imports.routes.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { PersonalData } from './personal-data.ts'
import type { Followers } from './signals/bus.ts'

/** A feature imports only public APIs of lower levels. */
export const LEVELS = ['ground', 'content', 'around', 'top'] as const
export type Level = (typeof LEVELS)[number]

/** Five crontab fields, then the name of a job. */
export type ScheduledJob = `${string} ${string}:${string}`

/** A part of the server that is not a feature: mail, uploads, cleanup jobs. */
export interface Part<Services = unknown> {
  name: string
  /** Personal data in its tables: how each column is exported, erased and shown. */
  personalData?: PersonalData
  /** Created once, and passed to everything below. */
  services?: (context: AppContext) => Services
  /** Mutations by name. */
  actions?: (context: AppContext, services: Services) => Actions
  jobs?: (context: AppContext, services: Services) => Jobs
  schedule?: readonly ScheduledJob[]
  /** Jobs to enqueue in the transaction that announces a signal. */
  followers?: Followers
  /** HTTP routes outside GraphQL. */
  routes?: (app: FastifyInstance, context: AppContext, services: Services) => unknown
  /** Asked before the statement of a query runs, by root field. */
  lookUps?: (context: AppContext, services: Services) => LookUps
  /** Runs once before the server listens. */
  start?: (context: AppContext, services: Services) => Promise<void>
  /** Ends what the services hold. */
  close?: (services: Services) => Promise<void>
  /** Data for the pages that links in emails open. */
  links?: (context: AppContext, services: Services) => PageLinks
  /** Tables that staff can import. */
  imports?: (context: AppContext, services: Services) => Partial<Record<ImportKind, RunImport>>
}

export interface Feature<Services = unknown> extends Part<Services> {
  level: Level
  /** Features of the same level whose public API this one imports. They precede it in the list. */
  besides?: readonly string[]
  reads?: Reads
  /** All exports of its access files. The permission wall reads them. */
  access?: readonly Readonly<Record<string, Relation>>[]
}

// Only the part itself receives its services, so the list need not know their type.
export const definePart = <Services = undefined>(part: Part<Services>) => part as Part<unknown>
export const defineFeature = <Services = undefined>(feature: Feature<Services>) => feature as Feature<unknown>

/** All jobs by signal: several features may follow the same signal. */
export function followersOf(parts: readonly Part[]): Followers {
  const tasks: Record<string, readonly string[]> = {}
  for (const { followers = {} } of parts)
    for (const [signal, own] of Object.entries(followers)) tasks[signal] = [...(tasks[signal] ?? []), ...own]
  return tasks
}

export interface StartedParts {
  actions: Actions
  jobs: Jobs
  /** Crontab text. */
  schedule: string
  links: PageLinks
  lookUps: LookUps
  imports: Partial<Record<ImportKind, RunImport>>
  registerRoutes(app: FastifyInstance): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Creates the services and merges the parts. Throws if two parts define the same name, or a job is missing. */
export function startParts(parts: readonly Part[], context: AppContext): StartedParts {
  const started = parts.map((part) => ({ part, services: part.services?.(context) }))
  const jobs = joined('job', started, ({ part, services }) => part.jobs?.(context, services))
  refuseMissingJobs(parts, jobs)
  return {
    actions: joined('action', started, ({ part, services }) => part.actions?.(context, services)),
    jobs,
    schedule: parts.flatMap(({ schedule = [] }) => schedule).join('\n'),
    lookUps: joined('look-up', started, ({ part, services }) => part.lookUps?.(context, services)),
    links: joined('link', started, ({ part, services }) => part.links?.(context, services)),
    imports: joined('import', started, ({ part, services }) => part.imports?.(context, services)),
    registerRoutes: async (app) => {
      for (const { part, services } of started) await part.routes?.(app, context, services)
    },
    start: async () => {
      for (const { part, services } of started) await part.start?.(context, services)
    },
    close: async () => {
      for (const { part, services } of started) await part.close?.(services)
    },
  }
}

type Started = { part: Part; services: unknown }

/** Each name has one owner, so nothing is replaced silently. */
function joined<T>(
  what: string,
  started: readonly Started[],
  of: (each: Started) => Readonly<Record<string, T>> | undefined,
): Record<string, T> {
  const owners = new Map<string, string>()
  const all: Record<string, T> = {}
  for (const each of started)
    for (const [name, value] of Object.entries(of(each) ?? {})) {
      const owner = owners.get(name)
      if (owner) throw new Error(`The ${what} ${name} belongs to ${owner} and to ${each.part.name}.`)
      owners.set(name, each.part.name)
      all[name] = value
    }
  return all
}

function refuseMissingJobs(parts: readonly Part[], jobs: Jobs): void {
  for (const { name, schedule = [], followers = {} } of parts) {
    const scheduled = schedule.find((line) => !(jobOf(line) in jobs))
    if (scheduled) throw new Error(`${name} schedules ${jobOf(scheduled)}, and there is no such job.`)
    const missing = Object.values(followers)
      .flat()
      .find((job) => !(job in jobs))
    if (missing) throw new Error(`${name} follows a signal with ${missing}, and there is no such job.`)
  }
}

const jobOf = (line: ScheduledJob) => line.slice(line.lastIndexOf(' ') + 1)
