// QuickBooks Online with state, as far as the examples use it: vendors and bills of one company.
import { jsonOf, ok, type Partner, type PartnerRequest, type PartnerResponse } from './network.mjs';

export interface Vendor {
	readonly Id: string;
	readonly DisplayName: string;
}

export interface Bill {
	readonly Id: string;
	readonly DocNumber?: string;
	readonly VendorRef: { readonly value: string };
	readonly CurrencyRef?: { readonly value: string };
	readonly TxnDate?: string;
	readonly PrivateNote?: string;
	readonly TotalAmt: number;
	readonly Line: ReadonlyArray<{
		readonly Amount: number;
		readonly Description?: string;
		readonly DetailType: string;
		readonly AccountBasedExpenseLineDetail?: { readonly AccountRef: { readonly value: string } };
	}>;
}

export interface QuickBooks {
	readonly partner: Partner;
	readonly vendors: Vendor[];
	readonly bills: Bill[];
	reset(): void;
}

export const companyId = '4620816365002';
export const accountId = '80';
export const quickBooksHost = 'quickbooks.api.intuit.com';

function fault(status: number, code: string, Message: string): PartnerResponse {
	return { status, body: { Fault: { Error: [{ Message, code }], type: 'ValidationFault' } } };
}

/** `SELECT ... FROM Vendor WHERE DisplayName = 'O\'Brien'`, with or without a limit. */
const QUERY = /^select .+ from (vendor|bill) where (\w+) = '((?:[^'\\]|\\.)*)'( maxresults \d+)?$/i;

function selected(records: readonly object[], column: string, value: string): object[] {
	return records.filter((record) => (record as Record<string, unknown>)[column] === value);
}

/** A company with no vendors and no bills. */
export function newQuickBooks(): QuickBooks {
	const vendors: Vendor[] = [];
	const bills: Bill[] = [];
	// What a request with a request ID was answered with: the same ID gets the same answer, and nothing is done.
	const answered = new Map<string, PartnerResponse>();

	const query = (text: string): PartnerResponse => {
		const [, table = '', column = '', quoted = ''] = QUERY.exec(text) ?? [];
		if (table === '') return fault(400, '4000', `Error parsing query: ${text}`);
		const value = quoted.replace(/\\(.)/g, '$1');
		const name = table.toLowerCase() === 'vendor' ? 'Vendor' : 'Bill';
		const found = selected(name === 'Vendor' ? vendors : bills, column, value);
		return ok({ QueryResponse: found.length > 0 ? { [name]: found } : {} });
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
		if (!vendors.some(({ Id }) => Id === bill.VendorRef?.value)) {
			return fault(400, '2500', 'Invalid Reference Id: VendorRef');
		}
		if (!Array.isArray(bill.Line) || bill.Line.length === 0) {
			return fault(400, '2020', 'Required parameter Line is missing');
		}
		for (const { Amount, DetailType, AccountBasedExpenseLineDetail: detail } of bill.Line) {
			if (typeof Amount !== 'number') return fault(400, '2010', 'Invalid Amount');
			if (
				DetailType !== 'AccountBasedExpenseLineDetail' ||
				detail?.AccountRef.value !== accountId
			) {
				return fault(400, '2500', 'Invalid Reference Id: Accounts element');
			}
		}
		if ((bill.DocNumber ?? '').length > 21) return fault(400, '2050', 'DocNumber is too long');
		const cents = bill.Line.reduce((sum, { Amount }) => sum + Math.round(Amount * 100), 0);
		const made = { ...bill, Id: String(145 + bills.length), TotalAmt: cents / 100 };
		bills.push(made);
		return ok({ Bill: made });
	};
	const once = (
		request: PartnerRequest,
		act: (request: PartnerRequest) => PartnerResponse,
	): PartnerResponse => {
		const id = request.query.get('requestid');
		const response = (id === null ? undefined : answered.get(id)) ?? act(request);
		if (id !== null && response.status === 200) answered.set(id, response);
		return response;
	};

	return {
		vendors,
		bills,
		partner: (request) => {
			const { method, path, headers } = request;
			if (headers.authorization !== 'Bearer quickbooks-token')
				return fault(401, '3200', 'No token');
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
		},
		reset: () => {
			vendors.length = 0;
			bills.length = 0;
			answered.clear();
		},
	};
}
