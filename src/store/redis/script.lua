-- What the mocks of one store do in Redis, as one script of Lua: each call happens wholly or not at all. Redis stops
-- a script that lacks memory at its first write.
--
-- A document is a hash of fields, and a sorted set of the versions in which they were last set. The table of sessions
-- is one, and so are each state and each snapshot. Its generation differs from that of all documents before. A state
-- has its counts of exchanges in a hash beside it, since no other write depends on them. The field of a session in the
-- table is the reason that its next response tells, a space, and the session as JSON. A dropped session has only the reason.
--
-- The store keeps how many changes each mock has seen. If this number is smaller than the mock's own, Redis was restored
-- from a backup, or has lost its last writes. What other mocks have changed since does not matter. The mock that notices it
-- first tells all sessions, and begins a new line of changes. `lines` has the earlier ones.
--
-- KEYS: the prefix. ARGV: the operation, the line, the mock, the number of changes it has seen, and the arguments as JSON.
-- Returns the number of changes that the mock has seen now, and the result.

local prefix, op, line, mock, seenBefore, a = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), cjson.decode(ARGV[5])
local call = redis.call
local function key(kind, name) return prefix .. ':' .. kind .. ':' .. name end
local function doc(name) return key('doc', name) end
local meta, journals, seen, dropped = prefix .. ':meta', prefix .. ':journals', prefix .. ':seen', prefix .. ':dropped'
local mocks, lines, gone, sessions = prefix .. ':mocks', prefix .. ':lines', prefix .. ':gone', '/sessions'

local function count(kind) return call('HINCRBY', meta, kind, 1) end

local function push(list, ...) for _, each in ipairs({...}) do list[#list + 1] = each end end

local function exists(name) return call('EXISTS', doc(name)) == 1 end

-- Sets fields of a document. Begins it if it does not exist.
local function set(name, fields)
	count('changes')
	local version = call('HINCRBY', doc(name), '@version', 1)
	if version == 1 then call('HSET', doc(name), '@generation', count('generations')) end
	for i = 1, #fields, 2 do
		call('HSET', doc(name), fields[i], fields[i + 1])
		call('ZADD', doc(name) .. ':v', version, fields[i])
	end
end

local function clear(name, keepsCounts)
	count('changes')
	call('UNLINK', doc(name), doc(name) .. ':v')
	if not keepsCounts then call('UNLINK', doc(name) .. ':m') end
end

local function copy(from, to)
	clear(to)
	for _, part in ipairs({'', ':v', ':m'}) do call('COPY', doc(from) .. part, doc(to) .. part) end
	call('HSET', doc(to), '@generation', count('generations'))
end

local function drop(name)
	for _, id in ipairs(call('ZRANGE', key('snapshots', name), 0, -1)) do clear(name .. '@' .. id) end
	call('UNLINK', key('snapshots', name))
	clear(name)
end

-- Returns an empty text if there is no document. A mock does not know those of other lines, even with the same number.
local function generationOf(name)
	local generation = call('HGET', doc(name), '@generation')
	return generation and line .. ' ' .. generation or ''
end

-- Whether the mock has seen the last change of a field.
local function isSeen(name, field)
	return tonumber(call('ZSCORE', doc(name) .. ':v', field) or 0) <= tonumber(a.since)
end

local function now()
	local time = call('TIME')
	return time[1] * 1000 + time[2] / 1000
end

-- Returns the reason and the JSON of a session that was not dropped.
local function find(session)
	return (call('HGET', doc(sessions), session) or ''):match('^(%S*) ({.*)$')
end

local function addBytes(session, bytes)
	call('ZINCRBY', journals, bytes, session)
	call('HINCRBY', meta, 'journalBytes', bytes)
end

local function clearJournal(session)
	addBytes(session, 0 - (call('ZSCORE', journals, session) or 0))
	call('ZREM', journals, session)
	call('HDEL', dropped, session)
	call('UNLINK', key('journal', session))
end

local function dropOldest(session)
	local oldest = call('XRANGE', key('journal', session), '-', '+', 'COUNT', 1)[1]
	call('XDEL', key('journal', session), oldest[1])
	call('HINCRBY', dropped, session, 1)
	addBytes(session, 0 - #oldest[2][2])
end

-- Deletes a session with all its data. Only the reason is left, for a limited number of sessions.
local function forget(session, reason)
	local _, json = find(session)
	for _, name in ipairs(json and cjson.decode(json).states or {}) do drop(name) end
	set(sessions, {session, reason .. ' '})
	clearJournal(session)
	call('ZREM', seen, session)
	call('UNLINK', key('used', session))
	call('ZADD', gone, now(), session)
	for _, oldest in ipairs(call('ZRANGE', gone, 0, -10001)) do
		call('ZREM', gone, oldest)
		if not find(oldest) then
			call('HDEL', doc(sessions), oldest)
			call('ZREM', doc(sessions) .. ':v', oldest)
		end
	end
end

local ops = {}

-- Runs a command on a key of the store.
function ops.call()
	local command = a.command
	local reply = call(command[1], prefix .. ':' .. command[2], unpack(command, 3))
	return type(reply) == 'table' and reply or {tostring(reply)}
end

-- Returns generation and version, and name, version and value of each field that was set after a version.
function ops.read()
	local generation = generationOf(a.name)
	if generation == '' then return {} end
	local found = {generation, call('HGET', doc(a.name), '@version')}
	local from = generation == a.generation and '(' .. a.since or '-inf'
	local fields = call('ZRANGEBYSCORE', doc(a.name) .. ':v', from, '+inf', 'WITHSCORES')
	for i = 1, #fields, 2 do push(found, fields[i], fields[i + 1], call('HGET', doc(a.name), fields[i])) end
	return found
end

-- Sets fields, without all others if the document begins anew, unless one of them was set after the version that the
-- writer has seen. A writer that has seen no document begins it. Returns what read returns.
function ops.commit()
	if generationOf(a.name) ~= a.generation then return {} end
	for i = 1, #a.fields, 2 do if not isSeen(a.name, a.fields[i]) then return {} end end
	if a.isAnew then clear(a.name, a.keepsCounts) end
	set(a.name, a.fields)
	for _, name in ipairs(a.drops or {}) do drop(name) end
	if a.session then call('ZADD', seen, now(), a.session) end
	return ops.read()
end

function ops.drop() drop(a.name) end

function ops.snapshot()
	local id = count('snapshots')
	copy(a.name, a.name .. '@' .. id)
	call('ZADD', key('snapshots', a.name), id, id)
	return {tostring(id)}
end

-- Restores or deletes a snapshot. Returns nothing if the snapshot does not exist.
function ops.useSnapshot()
	local isFound = exists(a.name .. '@' .. a.id)
	if isFound and a.isDeleted then
		clear(a.name .. '@' .. a.id)
		call('ZREM', key('snapshots', a.name), a.id)
	elseif isFound then copy(a.name .. '@' .. a.id, a.name) end
	return isFound and {'done'}
end

-- Counts one exchange of a state. The place of a series shows which of them was counted first.
function ops.observe()
	local counts = doc(a.name) .. ':m'
	local series = cjson.decode(call('HGET', counts, a.series) or a.first)
	series.place = series.place or call('HLEN', counts)
	series.count = series.count + 1
	series.sum = series.sum + a.seconds
	if a.bucket > 0 then series.bucketCounts[a.bucket] = series.bucketCounts[a.bucket] + 1 end
	call('HSET', counts, a.series, cjson.encode(series))
end

-- Records that a session was used, and what the response depended on. The response has told why the previous session with
-- this name ended, unless another mock has written that since.
function ops.use()
	local reason, json = find(a.session)
	if not json then return end
	if a.isTold and reason ~= '' and isSeen(sessions, a.session) then set(sessions, {a.session, ' ' .. json}) end
	call('ZADD', seen, now(), a.session)
	for _, used in ipairs(a.used) do call('HINCRBY', key('used', a.session), table.concat(used[1], ','), used[2]) end
end

-- Returns for how many milliseconds a session was not used, and how often each response depended on what.
function ops.uses()
	local found = call('HGETALL', key('used', a.session))
	table.insert(found, 1, string.format('%d', now() - (call('ZSCORE', seen, a.session) or now())))
	return found
end

-- Drops a session, or those that were not used for a time. Returns their names.
function ops.forget()
	local found = {}
	for _, session in ipairs(a.session and {a.session} or call('ZRANGEBYSCORE', seen, '-inf', now() - a.idleMs)) do
		if session ~= a.except and find(session) then
			forget(session, a.reason)
			push(found, session)
		end
	end
	return found
end

-- Writes an entry into the journal of a session.
function ops.write()
	if not find(a.session) then return end
	local number = count('number')
	call('XADD', key('journal', a.session), number .. '-0', 'entry', a.entry)
	addBytes(a.session, #a.entry)
	call('PUBLISH', prefix .. ':' .. a.channel, number .. ' ' .. a.entry)
	if call('XLEN', key('journal', a.session)) > a.maxEntries then dropOldest(a.session) end
	while tonumber(call('HGET', meta, 'journalBytes')) > a.maxBytes do
		dropOldest(call('ZREVRANGE', journals, 0, 0)[1])
	end
end

-- Returns how many entries were dropped, of each session.
function ops.dropped() return a.session and {call('HGET', dropped, a.session) or '0'} or call('HVALS', dropped) end

local function listJournals() return a.session and {a.session} or call('ZRANGE', journals, 0, -1) end

-- Returns number and text of each entry.
function ops.journal()
	local found = {}
	for _, session in ipairs(listJournals()) do
		for _, entry in ipairs(call('XRANGE', key('journal', session), '-', '+')) do push(found, entry[1], entry[2][2]) end
	end
	return found
end

function ops.clearJournal()
	for _, session in ipairs(listJournals()) do clearJournal(session) end
end

-- Takes one request from a rate limit. Returns 0, or the seconds to wait.
function ops.acquire()
	local limit, interval, time = key('rate', a.limit), 1000 / a.perSecond, now()
	local burst = (math.max(1, a.perSecond) - 1) * interval
	local from = math.max(tonumber(call('GET', limit) or '0'), time)
	local wait = from - burst - time
	if wait > 0.001 then return {tostring(math.ceil(wait / 1000))} end
	call('SET', limit, string.format('%.17g', from + interval), 'PX', math.ceil(from + interval - time) + 1000)
	return {'0'}
end

-- Whether the store has all that the mock has seen. Without the table of sessions, which Redis may have evicted, it has
-- lost all of them.
local function isWhole()
	return exists(sessions) and call('HGET', meta, 'line') == line
		and tonumber(call('ZSCORE', mocks, mock) or -1) >= seenBefore
end

-- Returns the number of changes that the mock has seen: fewer than there are if Redis lacks the memory to keep it.
local function see()
	redis.pcall('ZADD', mocks, call('HGET', meta, 'changes'), mock)
	return tonumber(call('ZSCORE', mocks, mock) or -1)
end

local function keys() return call('KEYS', prefix .. ':*') end

-- Returns why a mock cannot use the store.
local function findObstacle()
	local policy = call('INFO', 'memory'):match('maxmemory_policy:(%S+)') or ''
	if policy:match('^allkeys') then
		return 'Redis would delete parts of it for lack of memory: its maxmemory-policy is ' .. policy .. '. Set it to noeviction'
	end
	local kind = call('TYPE', meta).ok
	local found = kind == 'hash' and call('HMGET', meta, 'layout', 'document') or {}
	-- Only the layout shows that keys are of a store.
	if not found[1] then return keys()[1] and 'its keys are not a store of this mock' end
	if found[1] ~= a.layout then return 'it was written by another version of zaps-understudy. Update the package' end
	return found[2] ~= a.document and 'it has the sessions of another OpenAPI document, or of another version of it'
end

-- Begins a line, and lets the next response of each session tell that data was lost. Mocks of earlier lines find it told.
-- When the sessions were used last is lost, too.
local function tell()
	for _, session in ipairs(call('HKEYS', doc(sessions))) do
		local _, json = find(session)
		if json then
			set(sessions, {session, 'store ' .. json})
			call('ZADD', seen, now(), session)
		end
	end
	call('SADD', lines, line, call('HGET', meta, 'line'))
	call('HSET', meta, 'line', a.line)
end

-- Lets a mock join the store. Begins the store if it does not exist, or has lost its sessions. Returns its line, and what
-- it started from; only the reason if the mock cannot use it.
local function join()
	local obstacle = findObstacle()
	if obstacle then return {0, {obstacle}} end
	if not exists(sessions) then
		for _, name in ipairs(keys()) do call('UNLINK', name) end
		call('HSET', meta, 'line', '', 'layout', a.layout, 'document', a.document, 'initial', a.initial)
		set(sessions, {})
	end
	if call('SISMEMBER', lines, line) == 0 and not isWhole() then tell() end
	for _, session in ipairs(a.sessions) do
		if call('HEXISTS', doc(sessions), session) == 0 then forget(session, 'store') end
	end
	call('ZREMRANGEBYRANK', mocks, 0, -1000)
	return {see(), call('HMGET', meta, 'line', 'initial')}
end

if op == 'join' then return join() end
if not isWhole() then return {-1} end
local result = ops[op]() or {}
return {see(), result}
