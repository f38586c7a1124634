// The path of a transaction's status: below the base URL, with one MessageId.
import { statusPathOf, statusPathProblem } from '../../../client/service/statusPath';

test.each<[string, string]>([
	['https://evil.example/{MessageId}', 'without an address'],
	['//evil.example/{MessageId}', 'without an address'],
	['\\\\evil.example/{MessageId}', 'without an address'],
	['/../{MessageId}', 'leads out'],
	['../{MessageId}', 'leads out'],
	['/a/..\\{MessageId}', 'leads out'],
	['/%2e%2e/{MessageId}', 'leads out'],
	['/%252e%252E/{MessageId}', 'leads out'],
	['/a%2f..%5cb/{MessageId}', 'leads out'],
	['/..;x=1/{MessageId}', 'leads out'],
	['/a/.?id={MessageId}', 'leads out'],
	['/\ud800/{MessageId}', 'broken character'],
	['/a#{MessageId}', 'has a #'],
	['/SI/Status', 'needs {MessageId} once'],
	['/SI/Status/{messageid}', 'needs {MessageId} once'],
	['/{MessageId}/{MessageId}', 'needs {MessageId} once'],
	['/SI/Status?{MessageId}=1', 'in the name of a parameter'],
])('the status path %j is wrong', (path, problem) => {
	expect(statusPathProblem(path)).toContain(problem);
});

test.each<[string, string, string | undefined]>([
	['/SI/Status/{MessageId}', 'a/b c?d#e', '/SI/Status/a%2Fb%20c%3Fd%23e'],
	['SI/Status/{MessageId}/', 'ü%41', '/SI/Status/%C3%BC%2541/'],
	[' /a?x=1+2&id={MessageId}&b=%7E ', 'a&b=c/ä', '/a?x=1+2&id=a%26b%3Dc%2F%C3%A4&b=%7E'],
	['/Größen/a b/v1..0/{MessageId}', '..x', '/Gr%C3%B6%C3%9Fen/a%20b/v1..0/..x'],
	['/a/{MessageId}', 'a/../b', '/a/a%2F..%2Fb'],
	['/a/{MessageId}', '%2e%2e', '/a/%252e%252e'],
	['/a/{MessageId}', '..', undefined],
	['/a/{MessageId}/b', '.', undefined],
	['/a/{MessageId}', '\ud800', undefined],
	['/a/x{MessageId}', '..', '/a/x..'],
	['/a?id={MessageId}', '..', '/a?id=..'],
])('at the status path %j, the MessageId %j is asked for by %j', (path, id, asked) => {
	expect(statusPathProblem(path)).toBeUndefined();
	expect(statusPathOf(path, id)).toBe(asked);
});
