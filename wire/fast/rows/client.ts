// Objects of the answers under client. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { makerOf, type Row } from './row';
export const makeClient = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Id = v[0];
		if (v[1] !== undefined) this.Name = v[1];
		if (v[2] !== undefined) this.Number = v[2];
		if (v[3] !== undefined) this.IntegrationId = v[3];
		if (v[4] !== undefined) this.Phone = v[4];
		if (v[5] !== undefined) this.Fax = v[5];
		if (v[6] !== undefined) this.Email = v[6];
		if (v[7] !== undefined) this.WebSite = v[7];
		if (v[8] !== undefined) this.ClientType = v[8];
		if (v[9] !== undefined) this.LeadSource = v[9];
		if (v[10] !== undefined) this.Tax = v[10];
		if (v[11] !== undefined) this.LaborTax = v[11];
		if (v[12] !== undefined) this.CreatedOn = v[12];
		if (v[13] !== undefined) this.UpdatedOn = v[13];
		if (v[14] !== undefined) this.UpdatedBy = v[14];
		if (v[15] !== undefined) this.PublishedBy = v[15];
		if (v[16] !== undefined) this.ClientAddresses = v[16];
		if (v[17] !== undefined) this.ClientContacts = v[17];
		if (v[18] !== undefined) this.CustomField1 = v[18];
		if (v[19] !== undefined) this.CustomField2 = v[19];
		if (v[20] !== undefined) this.CustomField3 = v[20];
		if (v[21] !== undefined) this.CustomField4 = v[21];
		if (v[22] !== undefined) this.CustomField5 = v[22];
		if (v[23] !== undefined) this.CustomField6 = v[23];
		if (v[24] !== undefined) this.CustomField7 = v[24];
		if (v[25] !== undefined) this.CustomField8 = v[25];
		if (v[26] !== undefined) this.CustomField9 = v[26];
		if (v[27] !== undefined) this.CustomField10 = v[27];
		if (v[28] !== undefined) this.CustomField11 = v[28];
		if (v[29] !== undefined) this.CustomField12 = v[29];
		if (v[30] !== undefined) this.CustomField13 = v[30];
		if (v[31] !== undefined) this.CustomField14 = v[31];
		if (v[32] !== undefined) this.CustomField15 = v[32];
		if (v[33] !== undefined) this.CustomField16 = v[33];
		if (v[34] !== undefined) this.CustomField17 = v[34];
		if (v[35] !== undefined) this.CustomField18 = v[35];
		if (v[36] !== undefined) this.CustomField19 = v[36];
		if (v[37] !== undefined) this.CustomField20 = v[37];
		if (v[38] !== undefined) this.CustomField21 = v[38];
		if (v[39] !== undefined) this.CustomField22 = v[39];
		if (v[40] !== undefined) this.CustomField23 = v[40];
		if (v[41] !== undefined) this.CustomField24 = v[41];
	});

export const makeClientAddress = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.TypeId = v[0];
		if (v[1] !== undefined) this.Name = v[1];
		if (v[2] !== undefined) this.Street1 = v[2];
		if (v[3] !== undefined) this.Street2 = v[3];
		if (v[4] !== undefined) this.City = v[4];
		if (v[5] !== undefined) this.State = v[5];
		if (v[6] !== undefined) this.PostalCode = v[6];
		if (v[7] !== undefined) this.Country = v[7];
		if (v[8] !== undefined) this.Phone = v[8];
		if (v[9] !== undefined) this.Fax = v[9];
	});

export const makeClientContact = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.FirstName = v[0];
		if (v[1] !== undefined) this.LastName = v[1];
		if (v[2] !== undefined) this.Company = v[2];
		if (v[3] !== undefined) this.Title = v[3];
		if (v[4] !== undefined) this.Email = v[4];
		if (v[5] !== undefined) this.Phone = v[5];
		if (v[6] !== undefined) this.Fax = v[6];
		if (v[7] !== undefined) this.Mobile = v[7];
		if (v[8] !== undefined) this.Street1 = v[8];
		if (v[9] !== undefined) this.Street2 = v[9];
		if (v[10] !== undefined) this.City = v[10];
		if (v[11] !== undefined) this.State = v[11];
		if (v[12] !== undefined) this.PostalCode = v[12];
		if (v[13] !== undefined) this.Country = v[13];
		if (v[14] !== undefined) this.Notes = v[14];
	});
