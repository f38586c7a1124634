// Objects of the answers under client. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { absent, makerOf, type Row } from './row';
export const makeClient = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Id = v[0];
		if (v[1] !== absent) this.Name = v[1];
		if (v[2] !== absent) this.Number = v[2];
		if (v[3] !== absent) this.IntegrationId = v[3];
		if (v[4] !== absent) this.Phone = v[4];
		if (v[5] !== absent) this.Fax = v[5];
		if (v[6] !== absent) this.Email = v[6];
		if (v[7] !== absent) this.WebSite = v[7];
		if (v[8] !== absent) this.ClientType = v[8];
		if (v[9] !== absent) this.LeadSource = v[9];
		if (v[10] !== absent) this.Tax = v[10];
		if (v[11] !== absent) this.LaborTax = v[11];
		if (v[12] !== absent) this.CreatedOn = v[12];
		if (v[13] !== absent) this.UpdatedOn = v[13];
		if (v[14] !== absent) this.UpdatedBy = v[14];
		if (v[15] !== absent) this.PublishedBy = v[15];
		if (v[16] !== absent) this.ClientAddresses = v[16];
		if (v[17] !== absent) this.ClientContacts = v[17];
		if (v[18] !== absent) this.CustomField1 = v[18];
		if (v[19] !== absent) this.CustomField2 = v[19];
		if (v[20] !== absent) this.CustomField3 = v[20];
		if (v[21] !== absent) this.CustomField4 = v[21];
		if (v[22] !== absent) this.CustomField5 = v[22];
		if (v[23] !== absent) this.CustomField6 = v[23];
		if (v[24] !== absent) this.CustomField7 = v[24];
		if (v[25] !== absent) this.CustomField8 = v[25];
		if (v[26] !== absent) this.CustomField9 = v[26];
		if (v[27] !== absent) this.CustomField10 = v[27];
		if (v[28] !== absent) this.CustomField11 = v[28];
		if (v[29] !== absent) this.CustomField12 = v[29];
		if (v[30] !== absent) this.CustomField13 = v[30];
		if (v[31] !== absent) this.CustomField14 = v[31];
		if (v[32] !== absent) this.CustomField15 = v[32];
		if (v[33] !== absent) this.CustomField16 = v[33];
		if (v[34] !== absent) this.CustomField17 = v[34];
		if (v[35] !== absent) this.CustomField18 = v[35];
		if (v[36] !== absent) this.CustomField19 = v[36];
		if (v[37] !== absent) this.CustomField20 = v[37];
		if (v[38] !== absent) this.CustomField21 = v[38];
		if (v[39] !== absent) this.CustomField22 = v[39];
		if (v[40] !== absent) this.CustomField23 = v[40];
		if (v[41] !== absent) this.CustomField24 = v[41];
	});

export const makeClientAddress = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.TypeId = v[0];
		if (v[1] !== absent) this.Name = v[1];
		if (v[2] !== absent) this.Street1 = v[2];
		if (v[3] !== absent) this.Street2 = v[3];
		if (v[4] !== absent) this.City = v[4];
		if (v[5] !== absent) this.State = v[5];
		if (v[6] !== absent) this.PostalCode = v[6];
		if (v[7] !== absent) this.Country = v[7];
		if (v[8] !== absent) this.Phone = v[8];
		if (v[9] !== absent) this.Fax = v[9];
	});

export const makeClientContact = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.FirstName = v[0];
		if (v[1] !== absent) this.LastName = v[1];
		if (v[2] !== absent) this.Company = v[2];
		if (v[3] !== absent) this.Title = v[3];
		if (v[4] !== absent) this.Email = v[4];
		if (v[5] !== absent) this.Phone = v[5];
		if (v[6] !== absent) this.Fax = v[6];
		if (v[7] !== absent) this.Mobile = v[7];
		if (v[8] !== absent) this.Street1 = v[8];
		if (v[9] !== absent) this.Street2 = v[9];
		if (v[10] !== absent) this.City = v[10];
		if (v[11] !== absent) this.State = v[11];
		if (v[12] !== absent) this.PostalCode = v[12];
		if (v[13] !== absent) this.Country = v[13];
		if (v[14] !== absent) this.Notes = v[14];
	});
