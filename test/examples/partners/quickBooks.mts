// QuickBooks Online with state, as far as the examples use it: vendors and bills of one company.
import { jsonOf, ok, type Partner, type PartnerRequest, type PartnerResponse } from './network.mjs';

interface Vendor {
	readonly Id: string;
	readonly DisplayName: string;
}

interface Bill {
	readonly Id: string;
	readonly DocNumber?: string;
	readonly VendorRef: { readonly value: string };
	readonly CurrencyRef?: { readonly value: string };
	readonly TxnDate?: string;
	readonly TotalAmt: number;
	readonly Line: ReadonlyArray<{
		readonly Amount: number;
		readonly Description?: string;
		readonly DetailType: string;
		readonly AccountBasedExpenseLineDetail?: { readonly AccountRef: { readonly value: string } };
	}>;
}

export const companyId = '4620816365002';
export const accountId = '80';

function fault(status: number, code: string, Message: string): PartnerResponse {
	return { status, body: { Fault: { Error: [{ Message, code }], type: 'ValidationFault' } } };
}

/** `SELECT ... FROM Vendor WHERE DisplayName = 'O\'Brien'`, with or without a limit. */
const QUERY = /^select .+ from (vendor|bill) where (\w+) = '((?:[^'\\]|\\.)*)'( maxresults \d+)?$/i;

function billProblem({ VendorRef, Line, DocNumber = '' }: Bill, vendors: readonly Vendor[]) {
	if (!vendors.some(({ Id }) => Id === VendorRef?.value)) {
		return fault(400, '2500', 'Invalid Reference Id: VendorRef');
	}
	if (!Array.isArray(Line) || Line.length === 0) {
		return fault(400, '2020', 'Required parameter Line is missing');
	}
	for (const {
		Amount,
		DetailType,
		AccountBasedExpenseLineDetail: detail,
	} of Line as Bill['Line']) {
		const isBooked = DetailType === 'AccountBasedExpenseLineDetail';
		if (typeof Amount !== 'number') return fault(400, '2010', 'Invalid Amount');
		if (!isBooked || detail?.AccountRef.value !== accountId) {
			return fault(400, '2500', 'Invalid Reference Id: Accounts element');
		}
	}
	return DocNumber.length > 21 ? fault(400, '2050', 'DocNumber is too long') : undefined;
}

/** A company with no vendors and no bills. */
export function newQuickBooks() {
	const vendors: Vendor[] = [];
	const bills: Bill[] = [];
	// The responses to requests with a request ID: the same ID gets the same one, and nothing is done.
	const answered = new Map<string, PartnerResponse>();

	const query = (text: string): PartnerResponse => {
		const [, table = '', column = '', quoted = ''] = QUERY.exec(text) ?? [];
		if (table === '') return fault(400, '4000', `Error parsing query: ${text}`);
		const value = quoted.replace(/\\(.)/g, '$1');
		const isVendor = table.toLowerCase() === 'vendor';
		const records: readonly object[] = isVendor ? vendors : bills;
		const found = records.filter((record) => (record as Record<string, unknown>)[column] === value);
		const rows = found.length > 0 ? { [isVendor ? 'Vendor' : 'Bill']: found } : {};
		return ok({ QueryResponse: rows });
	};
	const createVendor = (request: PartnerRequest): PartnerResponse => {
		const { DisplayName } = jsonOf<Vendor>(request);
		if (!DisplayName) return fault(400, '2020', 'Required parameter DisplayName is missing');
		if (vendors.some((vendor) => vendor.DisplayName === DisplayName)) {
			return fault(400, '6240', 'Duplicate Name Exists Error');
		}
		const vendor = { Id: String(56 + vendors.length), DisplayName };
		vendors.push(vendor);
		return ok({ Vendor: vendor });
	};
	const createBill = (request: PartnerRequest): PartnerResponse => {
		const bill = jsonOf<Bill>(request);
		const problem = billProblem(bill, vendors);
		if (problem) return problem;
		const cents = bill.Line.reduce((sum, { Amount }) => sum + Math.round(Amount * 100), 0);
		const made = { ...bill, Id: String(145 + bills.length), TotalAmt: cents / 100 };
		bills.push(made);
		return ok({ Bill: made });
	};
	const once = (request: PartnerRequest, act: (request: PartnerRequest) => PartnerResponse) => {
		const id = request.query.get('requestid');
		const response = (id === null ? undefined : answered.get(id)) ?? act(request);
		if (id !== null && response.status === 200) answered.set(id, response);
		return response;
	};
	const partner: Partner = (request) => {
		const { method, path, headers } = request;
		if (headers.authorization !== 'Bearer quickbooks-token') return fault(401, '3200', 'No token');
		switch (`${method} ${path}`) {
			case `GET /v3/company/${companyId}/query`:
				return query(request.query.get('query') ?? '');
			case `POST /v3/company/${companyId}/vendor`:
				return once(request, createVendor);
			case `POST /v3/company/${companyId}/bill`:
				return once(request, createBill);
			default:
				return fault(404, '120', `Nothing is at ${method} ${path}`);
		}
	};
	return { vendors, bills, partner };
}
